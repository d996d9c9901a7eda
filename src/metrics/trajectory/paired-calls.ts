import {
  type InvocationScore,
  type Message,
  type Score,
  type ToolCall,
  allToolCallsOf,
  expectedCallsOf,
  toolCallsOf,
} from '../../core/index.ts'
import { CALLS_UNKNOWN, whyCallsUnknown } from '../shared/known-calls.ts'
import type { InvocationPair } from '../shared/pair-invocations.ts'
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

/**
 * Takes the mean over the turns. With unknown calls in a turn the case is not evaluated, unless the other turns fail it
 * anyway. If the case states no calls, the result is informational.
 */
export function meanOfHeard(
  metric: string,
  { threshold, pairs }: { readonly threshold: number; readonly pairs: readonly InvocationPair[] },
  scores: readonly InvocationScore[],
  options: { emptyReason: Message },
): Score {
  if (!scores.includes(unheardTurn)) return meanScore(metric, threshold, scores, options)
  const invocations = scores.map((score, index) =>
    score === unheardTurn ? { ...score, reason: whyUnheard(pairs.slice(index, index + 1)) } : score,
  )
  const atBest = scores.flatMap((score) => (score === unheardTurn ? 1 : score.status === 'scored' ? score.value : []))
  if (boundedMean(atBest) < threshold) return meanScore(metric, threshold, invocations, options)
  const isAsked = pairs.some(({ expected }) => expected?.steps !== undefined)
  return {
    status: 'not-evaluated',
    metric,
    reason: whyUnheard(pairs),
    ...(!isAsked && { informational: true }),
    invocations,
  }
}

function whyUnheard(pairs: readonly InvocationPair[]): Message {
  return whyCallsUnknown(pairs.flatMap(({ actual }) => actual ?? []))
}
