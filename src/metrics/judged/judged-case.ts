import {
  type EvalError,
  type Evidence,
  type InstructionLanguage,
  type Invocation,
  type InvocationScore,
  type Judge,
  type Judged,
  type Message,
  type Score,
  type ScorePart,
  message,
  responseTextOf,
} from '../../core/index.ts'
import { degenerateAnswer } from '../../text/index.ts'
import { type AskedSamples, judgedSamples, silenceOf } from './ask-samples.ts'
import { meanScore } from '../shared/mean-score.ts'

export type JudgedOptions = {
  readonly judge: Judge
  readonly threshold?: number
  /**
   * Independent answers that decide together; fewer are asked for when the first ones settle it. The default is 5 where
   * ADK has such a number, elsewhere 1.
   */
  readonly samples?: number
  /** The language of the instructions. The evidence stays as it is. */
  readonly language?: InstructionLanguage
  /** Asks for ADK's form of reply, reads it as ADK does, and leaves out checks that ADK lacks. */
  readonly adkCompat?: boolean
}

export const DEFAULT_THRESHOLD = 0.8
export const DEFAULT_SAMPLES = 5

/** The score of a turn, and the judge's error if that is why there is none. */
export type TurnOutcome = { readonly score: InvocationScore; readonly failure?: EvalError }

export function judgeFailed(metric: string, { sentence, hint }: EvalError): Extract<Score, { status: 'error' }> {
  return { status: 'error', metric, blame: 'judge', reason: sentence, ...(hint !== undefined && { hint }) }
}

export function failedTurn(asked: AskedSamples<unknown>, failure: EvalError): TurnOutcome {
  return notEvaluatedTurn(failure.sentence, judgedSamples(asked), failure)
}

/** Makes the score of a turn for which the judge gave no verdict. */
export function silentTurn(
  asked: AskedSamples<unknown>,
  { judged = judgedSamples(asked), parts = [] }: { readonly judged?: Judged; readonly parts?: ScorePart[] } = {},
): TurnOutcome {
  const { score } = notEvaluatedTurn(silenceOf(asked), judged)
  return { score: parts.length === 0 ? score : { ...score, parts } }
}

export function notEvaluatedTurn(
  reason: Message,
  judged?: Judged,
  failure?: EvalError,
): TurnOutcome & { readonly score: NotEvaluated } {
  return {
    score: { status: 'not-evaluated', reason, ...(judged === undefined ? {} : { judged }) },
    ...(failure === undefined ? {} : { failure }),
  }
}

type NotEvaluated = Extract<InvocationScore, { status: 'not-evaluated' }>

/** Scores a turn 0 without asking a judge, because it has no answer worth asking about. */
export function rejectedTurn(
  threshold: number,
  reason: Message,
  options: { readonly missing?: boolean; readonly evidence?: readonly Evidence[]; readonly parts?: ScorePart[] } = {},
): TurnOutcome {
  return {
    score: {
      status: 'scored',
      value: 0,
      passed: 0 >= threshold,
      ...(options.missing === true ? { missing: true } : {}),
      reason,
      ...(options.evidence === undefined ? {} : { evidence: [...options.evidence] }),
      ...(options.parts === undefined ? {} : { parts: options.parts }),
    },
  }
}

/** Judges a turn, or scores it and each of its parts 0 if the agent never reached it or gave no answer. */
export async function judgedUnlessEmpty(
  actual: Invocation | undefined,
  { threshold, parts, emptiness = whyEmpty }: Emptiness,
  judged: (actual: Invocation) => Promise<TurnOutcome>,
): Promise<TurnOutcome> {
  const worst = parts.map(({ id }) => ({ name: id, value: 0 }))
  if (actual === undefined)
    return rejectedTurn(threshold, message('The agent never reached this turn'), { missing: true, parts: worst })
  const reason = emptiness(actual)
  return reason === undefined ? judged(actual) : rejectedTurn(threshold, reason, { parts: worst })
}

type Emptiness = {
  readonly threshold: number
  readonly parts: readonly { readonly id: string }[]
  /** Returns why an answer is none; by default a final response without content. */
  readonly emptiness?: (actual: Invocation) => Message | undefined
}

function whyEmpty(actual: Invocation): Message | undefined {
  return degenerateAnswer(responseTextOf(actual) ?? '')
}

/** Makes the score of a turn that cannot be judged though it should be; the case is then not evaluated. */
export function unjudgeableTurn(reason: Message): TurnOutcome {
  return notEvaluatedTurn(reason, { samples: [], saved: 0, agreement: null })
}

const withLastTurn = message('Judged with the last turn, as part of the whole conversation')

/** Gives the outcome of the whole conversation to the last turn, and refers the earlier turns to it. */
export function lastTurnOnly(turns: number, last: TurnOutcome): readonly TurnOutcome[] {
  const earlier = notEvaluatedTurn(withLastTurn)
  return [...Array.from({ length: Math.max(0, turns - 1) }, () => earlier), last]
}

/**
 * Takes the mean of the turns that have a score. A turn without a verdict must not hide behind passing ones: the case
 * is then not evaluated, or is an error if the judge failed. With `adkCompat` such turns are left out.
 */
export function scoreOfTurns(
  metric: string,
  { threshold = DEFAULT_THRESHOLD, adkCompat = false }: Pick<JudgedOptions, 'threshold' | 'adkCompat'>,
  outcomes: readonly TurnOutcome[],
  summarise: (scores: readonly InvocationScore[]) => Score = (scores) =>
    meanScore(metric, threshold, scores, { emptyReason: emptyReasonOf(scores) }),
): Score {
  const scores = outcomes.map(({ score }) => score)
  const failure = outcomes.find((outcome) => outcome.failure !== undefined)?.failure
  const silent = scores.find((score) => score.status === 'not-evaluated' && score.judged !== undefined)
  const anyScored = scores.some(({ status }) => status === 'scored')
  const isMasked = adkCompat && (anyScored || failure === undefined)
  if (isMasked || silent?.status !== 'not-evaluated') return summarise(scores)
  if (failure !== undefined) return { ...judgeFailed(metric, failure), invocations: scores }
  return { status: 'not-evaluated', metric, reason: silent.reason, invocations: scores }
}

export function emptyReasonOf(scores: readonly InvocationScore[]): Message {
  const reasons = scores
    .flatMap((score) => (score.status === 'not-evaluated' ? score.reason : []))
    .filter((reason) => reason !== withLastTurn)
  const last = reasons.at(-1)
  if (last === undefined) return message('The agent produced no turn')
  if (reasons.length === 1 || reasons.every(({ text }) => text === last.text)) return last
  return message('No turn of the case could be judged')
}
