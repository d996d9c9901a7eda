import type { EvidencePiece, Judge } from '../core/index.ts'
import { searchEvidence } from './prompt-injection/search-evidence.ts'

/** The passes to confirm by a decoy: all, those on material with room for an injection, or none. */
export type DecoyMode = 'all' | 'auto' | 'off'

/** Makes a judge ask for decoys. Metrics make them, because only they know what to change. */
export function withDecoys<J extends Judge>(judge: J, mode: DecoyMode): J {
  if (mode === 'off') return judge
  return {
    ...judge,
    wantsDecoy: (question) =>
      mode === 'all' || hasRoom(question.evidence) || searchEvidence(question).passages.length > 0,
  }
}

/**
 * Returns true when the material says more than a few words that stand in neither question nor reference, which is
 * enough room to speak to the judge.
 */
function hasRoom(evidence: readonly EvidencePiece[]): boolean {
  const known = new Set(evidence.filter(isKnown).flatMap(({ text }) => wordsOf(text)))
  const isLong = evidence.some((piece) => piece.authored !== true && piece.text.length > longest)
  const novel = evidence
    .filter((piece) => !isKnown(piece))
    .flatMap(({ text }) => wordsOf(text).filter((word) => !known.has(word)))
  return isLong || novel.reduce((sum, word) => sum + weightOf(word), 0) > most
}

const longest = 400
/** Counted in letters: a Chinese or Japanese character counts as three, a sign that is no letter as four. */
const most = 12

function isKnown({ label, authored }: EvidencePiece): boolean {
  return authored === true || label === 'question' || label === 'prompt'
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}]+|[^\s.,:;!?、。「」()'"-]/gu) ?? []
  )
}

function weightOf(word: string): number {
  if (/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word)) return 3
  return /^[\p{L}\p{N}]/u.test(word) ? word.length : 4
}
