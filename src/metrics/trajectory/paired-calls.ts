import {
  type InvocationScore,
  type Message,
  type Score,
  type ToolCall,
  allToolCallsOf,
  expectedCallsOf,
  toolCallsOf,
} from '../../core/index.ts'
import { ARGUMENTS_UNKNOWN, CALLS_UNKNOWN, hasUnknownArguments, whyCallsUnknown } from '../shared/known-calls.ts'
import type { InvocationPair } from '../shared/pair-invocations.ts'
import type { ArgumentComparison } from './compare-arguments.ts'
import { boundedMean, meanScore } from '../shared/mean-score.ts'

export type PairedCalls = { readonly expected: readonly ToolCall[]; readonly actual: readonly ToolCall[] }

/**
 * Pairs the calls of a turn. A reference without calls expects none, and a turn that the agent never reached has none.
 * ADK takes unknown calls for none.
 *
 * @returns undefined when the agent's calls are unknown
 */
export function pairedCalls(
  { expected, actual }: InvocationPair,
  { adkCompat = false }: { readonly adkCompat?: boolean | undefined } = {},
): PairedCalls | undefined {
  const known = actual === undefined ? [] : adkCompat ? toolCallsOf(actual) : allToolCallsOf(actual)
  const made = known ?? (adkCompat ? [] : undefined)
  return made === undefined ? undefined : { expected: expectedCallsOf(expected), actual: made }
}

export const unheardTurn: InvocationScore = { status: 'not-evaluated', reason: CALLS_UNKNOWN }
const untoldTurn: InvocationScore = { status: 'not-evaluated', reason: ARGUMENTS_UNKNOWN }

/** Scores a turn, unless its score depends on arguments that are unknown. */
export function scoreTold(
  { actual }: PairedCalls,
  comparison: ArgumentComparison,
  score: (comparison: ArgumentComparison) => InvocationScore,
): InvocationScore {
  const atWorst = score(comparison)
  if (comparison.atBest === undefined || !actual.some(hasUnknownArguments)) return atWorst
  const atBest = score(comparison.atBest)
  const isCertain = atWorst.status !== 'scored' || atBest.status !== 'scored' || atWorst.value === atBest.value
  return isCertain ? atWorst : untoldTurn
}

/**
 * Takes the mean over the turns. With unknown calls or arguments in a turn the case is not evaluated, unless the other
 * turns fail it anyway. If the case states no calls, the result is informational.
 */
export function meanOfHeard(
  metric: string,
  { threshold, pairs }: { readonly threshold: number; readonly pairs: readonly InvocationPair[] },
  scores: readonly InvocationScore[],
  options: { emptyReason: Message },
): Score {
  const isUnknown = (score: InvocationScore) => score === unheardTurn || score === untoldTurn
  if (!scores.some(isUnknown)) return meanScore(metric, threshold, scores, options)
  const invocations = scores.map((score, index) =>
    score === unheardTurn ? { ...score, reason: whyUnheard(pairs.slice(index, index + 1)) } : score,
  )
  const atBest = scores.flatMap((score) => (isUnknown(score) ? 1 : score.status === 'scored' ? score.value : []))
  if (boundedMean(atBest) < threshold) return meanScore(metric, threshold, invocations, options)
  const isAsked = pairs.some(({ expected }) => expected?.steps !== undefined)
  return {
    status: 'not-evaluated',
    metric,
    reason: scores.includes(unheardTurn) ? whyUnheard(pairs) : ARGUMENTS_UNKNOWN,
    ...(!isAsked && { informational: true }),
    invocations,
  }
}

function whyUnheard(pairs: readonly InvocationPair[]): Message {
  return whyCallsUnknown(pairs.flatMap(({ actual }) => actual ?? []))
}
