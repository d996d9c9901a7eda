import {
  type InvocationScore,
  type Metric,
  type ToolCall,
  type ToolCallRow,
  expectedCallsOf,
  message,
} from '../../core/index.ts'
import type { ArgumentMatchers } from './argument-matchers.ts'
import { type ArgumentComparison, compareArguments } from './compare-arguments.ts'
import { meanOfHeard, pairedCalls, scoreTold, unheardTurn, type PairedCalls } from './paired-calls.ts'
import { type InvocationPair, pairInvocations, withoutReference } from '../shared/pair-invocations.ts'
import { toolCallReason } from './tool-call-reason.ts'

type ToolParameterMatchOptions = {
  readonly threshold?: number
  readonly argumentMatchers?: ArgumentMatchers
  readonly adkCompat?: boolean
}

/**
 * Measures how many of the expected arguments the agent passed, 0–1. Each expected call in turn is paired with the next
 * call of the same tool and scores the fraction of its arguments that match; a call without arguments scores 1, one
 * without a partner 0. Turns without expected calls are not evaluated.
 *
 * @throws {EvalError} `config` when an argument matcher is not readable
 * @example
 * const agent = () => ({ response: '34 °C', toolCalls: [{ name: 'get_weather', args: { city: 'Kyoto', unit: 'K' } }] })
 * const cases = [{ ask: 'How warm is it?', calls: [{ name: 'get_weather', args: { city: 'Kyoto', unit: 'C' } }] }]
 * const { results } = await evaluate({ cases, agent, metrics: [toolParameterMatch()], store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.5, passed: false, … }
 */
export function toolParameterMatch(options: ToolParameterMatchOptions = {}): Metric {
  const name = 'tool_parameter_match'
  const { threshold = 1, argumentMatchers, adkCompat = false } = options
  const comparison = compareArguments({ argumentMatchers, adkCompat })
  return {
    name,
    score(evalCase, transcript) {
      // Not even ADK reports an error for a case without a reference.
      const pairs =
        evalCase.conversation === undefined ? undefined : pairInvocations(evalCase, transcript, { adkCompat })
      if (pairs === undefined) return withoutReference(name)
      const scores = pairs.map((pair) => scoreTurn(pair, { threshold, comparison, adkCompat }))
      return meanOfHeard(name, { threshold, pairs }, scores, { emptyReason: message('No tool calls are expected') })
    },
  }
}

type ToolParameterMatchTurnOptions = {
  readonly threshold: number
  readonly comparison: ArgumentComparison
  readonly adkCompat: boolean
}

function scoreTurn(
  pair: InvocationPair,
  { threshold, comparison, adkCompat }: ToolParameterMatchTurnOptions,
): InvocationScore {
  const { expected, actual } = pair
  if (expectedCallsOf(expected).length === 0) {
    return { status: 'not-evaluated', reason: message('No tool calls are expected') }
  }
  const calls = pairedCalls(pair, { adkCompat })
  if (calls === undefined) return unheardTurn
  const isReached = actual !== undefined
  return scoreTold(calls, comparison, (own) => scoreCalls(calls, { threshold, comparison: own, isReached }))
}

function scoreCalls(
  calls: PairedCalls,
  {
    threshold,
    comparison,
    isReached,
  }: Omit<ToolParameterMatchTurnOptions, 'adkCompat'> & { readonly isReached: boolean },
): InvocationScore {
  const pairs = pairByName(calls.expected, calls.actual)
  const credits = pairs.map(([call, made]) => (made === undefined ? 0 : comparison.credit(call, made)))
  const value = credits.reduce((sum, credit) => sum + credit, 0) / pairs.length
  const scored = { status: 'scored' as const, value, passed: value >= threshold }
  if (value === 1) return scored
  const rows = pairs.map(([call, made]) => rowOf(call, made, comparison))
  const evidence = [{ kind: 'tool-calls' as const, rows }]
  if (!isReached) {
    return { ...scored, missing: true, reason: message('The agent never reached this turn'), evidence }
  }
  return { ...scored, reason: toolCallReason(rows), evidence }
}

function pairByName(
  expected: readonly ToolCall[],
  actual: readonly ToolCall[],
): readonly (readonly [ToolCall, ToolCall | undefined])[] {
  let next = 0
  return expected.map((call) => {
    const position = actual.findIndex((made, index) => index >= next && made.name === call.name)
    if (position === -1) return [call, undefined] as const
    next = position + 1
    return [call, actual[position]] as const
  })
}

function rowOf(expected: ToolCall, actual: ToolCall | undefined, comparison: ArgumentComparison): ToolCallRow {
  if (actual === undefined) return { verdict: 'missing', expected }
  if (comparison.credit(expected, actual) === 1) return { verdict: 'matched', expected, actual }
  return { verdict: 'wrong-args', expected, actual, differences: comparison.differences(expected, actual) }
}
