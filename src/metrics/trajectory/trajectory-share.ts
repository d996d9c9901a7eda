import { type InvocationScore, type Metric, type ToolCall, message } from '../../core/index.ts'
import { assign } from './assignment.ts'
import { type ArgumentComparison, compareArguments, sameCall, withAtBest } from './compare-arguments.ts'
import type { MatchType } from './match-type.ts'
import { meanOfHeard, pairedCalls, scoreTold, unheardTurn, type PairedCalls } from './paired-calls.ts'
import { hasUnknownArguments } from '../shared/known-calls.ts'
import { type InvocationPair, pairInvocations, withoutReference } from '../shared/pair-invocations.ts'
import { toolCallReason } from './tool-call-reason.ts'
import { toolCallRows } from './tool-call-rows.ts'

type TrajectoryShareOptions = { readonly name: string; readonly matchType: MatchType; readonly threshold?: number }

/**
 * Measures the share of the expected tool calls that the agent made, 0–1, as the scorers of strands-evals do; `in-order`
 * counts up to the first one that is missing. An expected call without arguments is one by name only. A reference that
 * names no calls at all expects nothing.
 *
 * @example
 * const agent = () => ({ response: '34 °C', toolCalls: [{ name: 'get_weather' }] })
 * const cases = [{ ask: 'How warm is it?', calls: [{ name: 'get_weather' }, { name: 'get_time' }] }]
 * const metrics = [trajectoryShare({ name: 'in_order', matchType: 'in-order' })]
 * const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0, passed: false, … }
 */
export function trajectoryShare({ name, matchType, threshold = 1 }: TrajectoryShareOptions): Metric {
  return {
    name,
    score(evalCase, transcript) {
      const pairs = pairInvocations(evalCase, transcript)
      if (pairs === undefined) return withoutReference(name)
      const scores = pairs.map((pair) => scoreTurn(pair, matchType, threshold))
      const emptyReason = message('The reference names no tool calls')
      return meanOfHeard(name, { threshold, pairs }, scores, { emptyReason })
    },
  }
}

function scoreTurn(pair: InvocationPair, matchType: MatchType, threshold: number): InvocationScore {
  if (pair.expected?.steps === undefined) {
    return { status: 'not-evaluated', reason: message('The reference names no tool calls') }
  }
  const calls = pairedCalls(pair)
  if (calls === undefined) return unheardTurn
  return scoreTold(calls, byName, (comparison) => scoreCalls(calls, pair, { matchType, threshold, comparison }))
}

function scoreCalls(
  calls: PairedCalls,
  { actual }: InvocationPair,
  {
    matchType,
    threshold,
    comparison,
  }: Omit<TrajectoryShareOptions, 'name'> & { readonly threshold: number; readonly comparison: ArgumentComparison },
): InvocationScore {
  const value = actual === undefined ? 0 : callShare(calls, matchType, comparison)
  const passed = value >= threshold
  if (value === 1) return { status: 'scored', value, passed }
  const rows = toolCallRows(calls, { comparison, ordered: matchType !== 'any-order' })
  const reason =
    actual === undefined
      ? message('The agent never reached this turn')
      : toolCallReason(rows, { extraAllowed: matchType !== 'exact' })
  return {
    status: 'scored',
    value,
    passed,
    ...(actual === undefined ? { missing: true } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(rows.length === 0 ? {} : { evidence: [{ kind: 'tool-calls', rows }] }),
  }
}

/**
 * Returns the share of expected calls that were made. When nothing is expected it is 1, except that `exact` allows no calls.
 *
 * - `exact`: calls in the expected position, as a share of the positions of the longer list
 * - `in-order`: expected calls made in order, before the first that is missing; others may stand between
 * - `any-order`: expected calls that were made, each as often as it is expected
 */
export function callShare({ expected, actual }: PairedCalls, matchType: MatchType, comparison = byName): number {
  const places = matchType === 'exact' ? Math.max(expected.length, actual.length) : expected.length
  return places === 0 ? 1 : matchedCalls({ expected, actual }, matchType, comparison) / places
}

function matchedCalls({ expected, actual }: PairedCalls, matchType: MatchType, comparison: ArgumentComparison): number {
  const isSame = (wanted: ToolCall | undefined, made: ToolCall | undefined) =>
    wanted !== undefined && made !== undefined && sameCall(comparison, wanted, made)
  switch (matchType) {
    case 'exact':
      return expected.filter((wanted, index) => isSame(wanted, actual[index])).length
    case 'in-order':
      return actual.reduce((found, made) => (isSame(expected[found], made) ? found + 1 : found), 0)
    case 'any-order': {
      const weights = expected.map((wanted) => actual.map((made) => (isSame(wanted, made) ? 1 : 0)))
      return assign(weights).partners.filter((partner) => partner !== undefined).length
    }
  }
}

const exactArguments = compareArguments({})

const byName = withAtBest({
  ...exactArguments,
  differences: (expected, actual) =>
    hasUnknownArguments(expected) ? [] : exactArguments.differences(expected, actual),
})
