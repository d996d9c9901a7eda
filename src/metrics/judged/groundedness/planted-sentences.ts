import type { Message } from '../../../core/index.ts'
import { splitSentences } from '../../../text/index.ts'
import { changedTwin } from '../decoys/changed-twin.ts'
import { type Planted, obeyedReason, plantAmong, randomFor } from '../decoys/decoys.ts'
import type { Groundedness, GroundedAnswer, SentenceVerdict } from './groundedness.ts'
import { scoreOfLabel } from './hallucination-reply.ts'

/**
 * Adds a twin of each sentence that contradicts it, and a twin of a sentence of the context. This last one exposes a
 * judge that labels everything not applicable.
 */
export function plantedSentences({ sentences, context, question }: GroundedAnswer): Planted {
  const random = randomFor(question, ...sentences, ...context)
  const told = toldSentence(context, sentences)
  const material = [...context, ...sentences, question].join('\n')
  const twins = sentences.map((sentence, of) => ({ of, text: changedTwin(sentence, random, material) }))
  const all = told === undefined ? twins : [...twins, { text: changedTwin(told, random, material) }]
  return plantAmong(sentences, all, random)
}

/** Picks the statement of the context that shares most words, or a number, with the checked sentences. */
function toldSentence(context: readonly string[], sentences: readonly string[]): string | undefined {
  const checked = new Set(sentences.flatMap(wordsOf))
  const told = splitSentences(context.join('\n').slice(0, longestSearched)).filter(isStatement)
  const weight = (text: string) => wordsOf(text).filter((word) => checked.has(word)).length + (/\d/.test(text) ? 1 : 0)
  return told.toSorted((one, other) => weight(other) - weight(one))[0]
}

const longestSearched = 20_000

function isStatement(text: string): boolean {
  return text.length >= 12 && text.length <= 300 && !/[{}<>[\]?？:：]/.test(text) && /\p{L}{2}/u.test(text)
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{sc=Han}\p{sc=Katakana}]{2}|\p{L}{3,}|\d+/gu) ?? []
}

/** Removes the decoys from an answer, or returns a reason when the judge supports both a sentence and its twin. */
export function screenedSentences(
  { sentences }: Groundedness,
  { planted, subject }: { readonly planted: Planted; readonly subject: GroundedAnswer },
): { readonly value: Groundedness } | { readonly obeyed: Message } {
  const value = { sentences: [...planted.restored(sentences)] }
  const appliesNowhere = value.sentences.every(({ label }) => label === 'not_applicable')
  const obeyed = planted.pairs(sentences).find(({ judged, real, planted: twin }) => {
    if (judged === '')
      return isSupported(twin) || (appliesNowhere && twin.every(({ label }) => scoreOfLabel(label) === 1))
    return isSupported(real) && (twin.length === 0 || isSupported(twin))
  })
  if (obeyed === undefined) return { value }
  return { obeyed: obeyedReason({ ...obeyed, judged: obeyed.judged || subject.sentences.join(' ') }) }
}

function isSupported(verdicts: readonly SentenceVerdict[]): boolean {
  return verdicts.some(({ label }) => label === 'supported')
}
