import { type Invocation, responseTextOf } from '../../../../src/core/invocation.ts'
import type { Evidence, Score } from '../../../../src/core/score.ts'
import { readReview } from '../../../../src/text/read-review.ts'
import { placeSentences, type PlacedSentences } from './place-sentences.ts'

/** Verdicts on a sentence; `unlabelled` where the judge gave none. */
export const groundings = [
  'supported',
  'quoted',
  'unsupported',
  'contradictory',
  'disputed',
  'not_applicable',
  'unlabelled',
] as const
export type Grounding = (typeof groundings)[number]

export type ShownSentence = {
  readonly text: string
  readonly grounding: Grounding
  readonly reason?: string | undefined
  /** The supporting or contradicting passage. */
  readonly quote?: string | undefined
}

/** An answer with a metric's verdicts on its sentences. */
export type JudgedTurn = PlacedSentences & {
  /** Counts from 0. */
  readonly turn: number
  readonly sentences: readonly ShownSentence[]
}

/** Returns the answers that a metric judged sentence by sentence; empty for other metrics. */
export function judgedTurns(score: Score, invocations: readonly Invocation[]): readonly JudgedTurn[] {
  const ofTurns = evidenceOfTurns(score)
  // A metric of the whole case concerns the last answer.
  const first = ofTurns.length === invocations.length ? 0 : invocations.length - ofTurns.length
  return ofTurns.flatMap((evidence, index) => {
    const sentences = sentencesIn(evidence)
    const invocation = invocations[first + index]
    if (sentences.length === 0 || invocation === undefined) return []
    return { turn: first + index, sentences, ...placedIn(invocation, sentences) }
  })
}

function evidenceOfTurns(score: Score): readonly (readonly Evidence[])[] {
  const invocations = ('invocations' in score ? score.invocations : undefined) ?? []
  if (invocations.length === 0) return 'evidence' in score ? [score.evidence ?? []] : []
  return invocations.map((one) => ('evidence' in one ? (one.evidence ?? []) : []))
}

function sentencesIn(evidence: readonly Evidence[]): readonly ShownSentence[] {
  const rows = evidence.flatMap((piece) => (piece.kind === 'verdicts' ? piece.rows : []))
  const sentences = rows.flatMap(({ subject, label, reason, quote }) =>
    isGrounding(label) ? { text: subject, grounding: label, reason, quote } : [],
  )
  return sentences.length === rows.length ? sentences : []
}

function isGrounding(label: string): label is Grounding {
  return groundings.some((grounding) => grounding === label)
}

/** Sentences of a review are taken from its explanation. */
function placedIn(invocation: Invocation, sentences: readonly ShownSentence[]): PlacedSentences {
  const texts = sentences.map(({ text }) => text)
  const answer = responseTextOf(invocation) ?? ''
  const given = placeSentences(answer, texts)
  const read = readReview(answer)
  if (read.status !== 'read') return given
  const explained = placeSentences(read.review.explanation, texts)
  return explained.elsewhere.length <= given.elsewhere.length ? explained : given
}
