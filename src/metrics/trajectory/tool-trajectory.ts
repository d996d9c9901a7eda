import { type InvocationScore, type Metric, type ToolCall, type ToolCallRow, message } from '../../core/index.ts'
import { assign } from './assignment.ts'
import { type ArgumentComparison, type ArgumentOptions, compareArguments, sameCall } from './compare-arguments.ts'
import { parseMatchType, type MatchType } from './match-type.ts'
import { meanOfHeard, pairedCalls, scoreTold, unheardTurn, type PairedCalls } from './paired-calls.ts'
import { type InvocationPair, pairInvocations, withoutReference } from '../shared/pair-invocations.ts'
import { toolCallReason } from './tool-call-reason.ts'
import { toolCallRows } from './tool-call-rows.ts'

type ToolTrajectoryOptions = ArgumentOptions & {
  readonly threshold?: number
  /** `exact` by default. */
  readonly match?: MatchType
  /** The same option as files spell it. */
  readonly matchType?: MatchType
  /** Pairs turns as ADK does, which cannot score a case with more or fewer turns than expected. */
  readonly adkCompat?: boolean
}

/**
 * Scores each turn 1 when the agent made the expected tool calls, else 0, and gives the mean for the case. Two calls
 * are the same when their names and arguments are equal; a reference turn without calls expects none. Unless
 * `adkCompat`, a turn that the agent never reached is 0. Calls in a turn beyond the reference make it 0 in `exact`
 * matching; otherwise such a turn is reported but does not count.
 *
 * @throws {EvalError} `config` for an unknown kind of match, or an invalid argument matcher
 * @example
 * const agent = () => ({ response: '34 °C', toolCalls: [{ name: 'get_weather', args: { city: 'Kyoto', note: '?' } }] })
 * const cases = [{ ask: 'How warm is it?', calls: [{ name: 'get_weather', args: { city: 'Kyoto' } }] }]
 * const metrics = [toolTrajectory({ match: 'in-order', argumentMatchers: { '*': { note: 'ignore' } } })]
 * const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 1, passed: true, … }
 */
export function toolTrajectory(options: ToolTrajectoryOptions = {}): Metric {
  const name = 'tool_trajectory_avg_score'
  const { threshold = 1, adkCompat = false } = options
  const matchType = parseMatchType(options.match ?? options.matchType)
  const comparison = compareArguments(options)
  return {
    name,
    score(evalCase, transcript) {
      const pairs = pairInvocations(evalCase, transcript, { adkCompat })
      if (pairs === undefined || (!adkCompat && pairs.length > 0 && pairs.every(saysNothing)))
        return withoutReference(name)
      const scores = pairs.map((pair) => scoreTurn(pair, { threshold, matchType, comparison, adkCompat }))
      return meanOfHeard(name, { threshold, pairs }, scores, { emptyReason: message('The case has no turns') })
    },
  }
}

/** Returns true when the reference has only the user's message, as in a transcript that is scored again. */
function saysNothing({ expected }: InvocationPair): boolean {
  return expected?.steps === undefined && expected?.finalResponse === undefined
}

type ToolTrajectoryTurnOptions = {
  readonly threshold: number
  readonly matchType: MatchType
  readonly comparison: ArgumentComparison
  readonly adkCompat?: boolean
}

function scoreTurn(pair: InvocationPair, options: ToolTrajectoryTurnOptions): InvocationScore {
  const calls = pairedCalls(pair, options)
  if (calls === undefined) return unheardTurn
  return scoreTold(calls, options.comparison, (comparison) => scoreCalls(calls, pair, { ...options, comparison }))
}

function scoreCalls(
  calls: PairedCalls,
  { expected, actual }: InvocationPair,
  options: ToolTrajectoryTurnOptions,
): InvocationScore {
  const { threshold, matchType, comparison } = options
  if (actual === undefined) {
    const rows = calls.expected.map((call): ToolCallRow => ({ verdict: 'missing', expected: call }))
    return { ...failed(rows, threshold), missing: true, reason: message('The agent never reached this turn') }
  }
  if (expected === undefined && (calls.actual.length === 0 || matchType !== 'exact')) {
    return { status: 'not-evaluated', reason: message('The reference has no such turn') }
  }
  if (follows(calls, options)) return { status: 'scored', value: 1, passed: 1 >= threshold }
  const rows = toolCallRows(calls, { comparison, ordered: matchType !== 'any-order' })
  const reason = toolCallReason(rows, { extraAllowed: matchType !== 'exact' })
  return { ...failed(rows, threshold), reason }
}

function failed(rows: ToolCallRow[], threshold: number): Extract<InvocationScore, { status: 'scored' }> {
  const evidence = rows.length === 0 ? [] : [{ kind: 'tool-calls' as const, rows }]
  return { status: 'scored', value: 0, passed: 0 >= threshold, evidence }
}

function follows({ expected, actual }: PairedCalls, { matchType, comparison }: ToolTrajectoryTurnOptions): boolean {
  const same = (a: ToolCall, b: ToolCall | undefined) => b !== undefined && sameCall(comparison, a, b)
  switch (matchType) {
    case 'exact':
      return expected.length === actual.length && expected.every((call, index) => same(call, actual[index]))
    case 'in-order': {
      let next = 0
      for (const call of actual) {
        const wanted = expected[next]
        if (wanted !== undefined && same(wanted, call)) next += 1
      }
      return next === expected.length
    }
    case 'any-order': {
      // With matchers a call may fit several expected calls, so taking the first that fits may leave another alone.
      const weights = expected.map((call) => actual.map((made) => (same(call, made) ? 1 : 0)))
      return assign(weights).partners.every((partner) => partner !== undefined)
    }
  }
}
