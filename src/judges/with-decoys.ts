import type { EvidencePiece, Judge } from '../core/index.ts'
import { searchEvidence } from './prompt-injection/search-evidence.ts'

/** Which passes are confirmed by a decoy: all, those on material that could speak to a judge, or none. */
export type DecoyMode = 'all' | 'auto' | 'off'

/** A judge whose passes are confirmed by decoys, which metrics make: they know what has to be changed. */
export function withDecoys<J extends Judge>(judge: J, mode: DecoyMode): J {
  if (mode === 'off') return judge
  return {
    ...judge,
    wantsDecoy: (question) =>
      mode === 'all' || hasRoom(question.evidence) || searchEvidence(question).passages.length > 0,
  }
}

/**
 * Whether the material says more than a few words that stand in neither question nor reference: enough for somebody to
 * speak to the judge in, whatever the words are.
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
/** In letters; a Chinese or Japanese character says as much as three, a sign that is no letter as much as four. */
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
