import type { Message } from '../../../core/index.ts'
import { splitSentences } from '../../../text/index.ts'
import { changedTwin } from '../decoys/changed-twin.ts'
import { type Planted, obeyedReason, plantAmong, randomFor } from '../decoys/decoys.ts'
import type { Groundedness, GroundedAnswer, SentenceVerdict } from './groundedness.ts'
import { scoreOfLabel } from './hallucination-reply.ts'

/**
 * The sentences, for each a twin that the context cannot bear out if it bears out the sentence, and the twin of a sentence of
 * the context: where all is called not applicable, that one is not.
 */
export function plantedSentences({ sentences, context, question }: GroundedAnswer): Planted {
  const random = randomFor(question, ...sentences, ...context)
  const told = toldSentence(context, sentences)
  const material = [...context, ...sentences, question].join('\n')
  const twins = sentences.map((sentence, of) => ({ of, text: changedTwin(sentence, random, material) }))
  const all = told === undefined ? twins : [...twins, { text: changedTwin(told, random, material) }]
  return plantAmong(sentences, all, random)
}

/** A statement of the context that has something to do with what is checked, and a number in it if there is one. */
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

/** An answer without its decoys; none where the judge supports a sentence and its twin. */
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
