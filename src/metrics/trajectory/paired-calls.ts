import {
  type InvocationScore,
  type Message,
  type Score,
  type ToolCall,
  expectedCallsOf,
  toolCallsOf,
} from '../../core/index.ts'
import { CALLS_UNKNOWN } from '../shared/known-calls.ts'
import type { InvocationPair } from '../shared/pair-invocations.ts'
import { boundedMean, meanScore } from '../shared/mean-score.ts'

/** The calls of a turn: those that the reference lists, and those that the agent made. */
export type PairedCalls = { readonly expected: readonly ToolCall[]; readonly actual: readonly ToolCall[] }

/**
 * The calls of a turn side by side. A reference that lists no calls expects none, and who never reached a turn made none in
 * it. ADK, which sees its own agents, takes what it knows nothing of for no calls.
 *
 * @returns undefined where it is unknown what the agent called
 */
export function pairedCalls(
  { expected, actual }: InvocationPair,
  { adkCompat = false }: { readonly adkCompat?: boolean | undefined } = {},
): PairedCalls | undefined {
  const made = actual === undefined ? [] : (toolCallsOf(actual) ?? (adkCompat ? [] : undefined))
  return made === undefined ? undefined : { expected: expectedCallsOf(expected), actual: made }
}

/** The score of a turn of which nobody knows what was called in it. */
export const unheardTurn: InvocationScore = { status: 'not-evaluated', reason: CALLS_UNKNOWN }

/**
 * The mean over the turns, which is not evaluated where the calls of a turn are unknown, unless the other turns fail the
 * case whatever was called in it. A case that says nothing of calls keeps no gate shut by that.
 */
export function meanOfHeard(
  metric: string,
  { threshold, pairs }: { readonly threshold: number; readonly pairs: readonly InvocationPair[] },
  scores: readonly InvocationScore[],
  options: { emptyReason: Message },
): Score {
  if (!scores.includes(unheardTurn)) return meanScore(metric, threshold, scores, options)
  const atBest = scores.flatMap((score) => (score === unheardTurn ? 1 : score.status === 'scored' ? score.value : []))
  if (boundedMean(atBest) < threshold) return meanScore(metric, threshold, scores, options)
  const isAsked = pairs.some(({ expected }) => expected?.steps !== undefined)
  return {
    status: 'not-evaluated',
    metric,
    reason: CALLS_UNKNOWN,
    ...(!isAsked && { informational: true }),
    invocations: [...scores],
  }
}
