import { type InvocationScore, type Metric, type ScorePart, type ToolCall, message } from '../../core/index.ts'
import { alignInOrder } from './align-in-order.ts'
import { assign } from './assignment.ts'
import { type ArgumentComparison, type ArgumentOptions, compareArguments } from './compare-arguments.ts'
import { meanOfHeard, pairedCalls, scoreTold, unheardTurn, type PairedCalls } from './paired-calls.ts'
import { type InvocationPair, pairInvocations, withoutReference } from '../shared/pair-invocations.ts'
import { toolCallReason } from './tool-call-reason.ts'
import { toolCallRows } from './tool-call-rows.ts'

type ToolCallF1Options = ArgumentOptions & {
  readonly threshold?: number
  /** Credit for a call with other arguments: none, or the fraction of the expected ones that match. */
  readonly credit?: 'exact' | 'partial'
  readonly order?: 'any' | 'in-order'
}

/**
 * Measures how much of the expected tool calls the agent made, and how much of what it made was expected: the F1 of the
 * best pairing, turn by turn, 0–1, and the mean over the turns. The parts `precision`, `recall` and `f1` are pooled over
 * all calls of the case; one is null where there was nothing to divide by. A turn that expects no calls and has none is 1;
 * one that the agent never reached is 0; one beyond the reference counts only when calls were made in it.
 *
 * @throws {EvalError} `config` when an argument matcher is not readable
 * @example
 * const agent = () => ({ response: '34 °C', toolCalls: [{ name: 'get_weather' }, { name: 'get_time' }] })
 * const cases = [{ ask: 'How warm is it?', calls: [{ name: 'get_weather' }] }]
 * const { results } = await evaluate({ cases, agent, metrics: [toolCallF1({ threshold: 0.8 })], store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 0.6667, passed: false, … }
 */
export function toolCallF1(options: ToolCallF1Options = {}): Metric {
  const name = 'tool_call_f1'
  const { threshold = 0.8, credit = 'partial', order = 'any' } = options
  const comparison = compareArguments(options)
  return {
    name,
    score(evalCase, transcript) {
      const pairs = pairInvocations(evalCase, transcript)
      if (pairs === undefined) return withoutReference(name)
      const turns = pairs.map((pair) => countTurn(pair, { credit, order, comparison }))
      const scores = turns.map((turn) => {
        if (turn === undefined) return unheardTurn
        return scoreTold(turn.calls, comparison, (own) => {
          const counted = own === comparison ? turn : countTurn(turn.pair, { credit, order, comparison: own })
          return scoreTurn(counted ?? turn, { threshold, order, comparison: own })
        })
      })
      const emptyReason = message('The case has no turns')
      const score = meanOfHeard(name, { threshold, pairs }, scores, { emptyReason })
      const heard = turns.filter((turn) => turn !== undefined)
      return score.status === 'scored' ? { ...score, parts: partsOf(pooled(heard)) } : score
    },
  }
}

type ToolCallF1Counts = { readonly matched: number; readonly expected: number; readonly actual: number }
type ToolCallF1Turn = ToolCallF1Counts & {
  readonly pair: InvocationPair
  readonly calls: PairedCalls
  readonly optimal: boolean
}
type ToolCallF1TurnOptions = { readonly order: 'any' | 'in-order'; readonly comparison: ArgumentComparison }

/** @returns undefined when the calls are unknown */
function countTurn(
  pair: InvocationPair,
  options: ToolCallF1TurnOptions & { readonly credit: 'exact' | 'partial' },
): ToolCallF1Turn | undefined {
  const calls = pairedCalls(pair)
  if (calls === undefined) return undefined
  const weights = calls.expected.map((expected) => calls.actual.map((actual) => creditFor(expected, actual, options)))
  const { partners, optimal } = options.order === 'any' ? assign(weights) : alignInOrder(weights)
  const credits = partners.map((column, row) => (column === undefined ? 0 : (weights[row]?.[column] ?? 0)))
  // Credits are added from the smallest on, so that rounding does not depend on the order of the calls.
  const matched = credits.toSorted((a, b) => a - b).reduce((sum, credit) => sum + credit, 0)
  return { pair, calls, optimal, matched, expected: calls.expected.length, actual: calls.actual.length }
}

function creditFor(
  expected: ToolCall,
  actual: ToolCall,
  { credit, comparison }: ToolCallF1TurnOptions & { readonly credit: 'exact' | 'partial' },
): number {
  if (expected.name !== actual.name) return 0
  if (credit === 'partial') return comparison.credit(expected, actual)
  return comparison.differences(expected, actual).length === 0 ? 1 : 0
}

function scoreTurn(
  turn: ToolCallF1Turn,
  { threshold, order, comparison }: ToolCallF1TurnOptions & { threshold: number },
): InvocationScore {
  const { expected, actual } = turn.pair
  if (expected === undefined && turn.actual === 0) {
    return { status: 'not-evaluated', reason: message('The reference has no such turn') }
  }
  const value = actual === undefined ? 0 : f1Of(turn)
  const scored = { status: 'scored' as const, value, passed: value >= threshold, parts: partsOf(turn) }
  if (value === 1) return scored
  const rows = toolCallRows(turn.calls, { comparison, ordered: order === 'in-order' })
  const evidence = rows.length === 0 ? [] : [{ kind: 'tool-calls' as const, rows }]
  if (actual === undefined) {
    return { ...scored, missing: true, reason: message('The agent never reached this turn'), evidence }
  }
  const reason = turn.optimal ? toolCallReason(rows) : tooManyCalls(turn)
  return { ...scored, ...(reason === undefined ? {} : { reason }), evidence }
}

function tooManyCalls({ expected, actual }: ToolCallF1Counts) {
  return message(
    '{expected} expected and {actual} made tool calls are too many for the best pairing: paired in order',
    {
      expected,
      actual,
    },
  )
}

function pooled(turns: readonly ToolCallF1Turn[]): ToolCallF1Counts {
  return {
    matched: turns.reduce((sum, turn) => sum + turn.matched, 0),
    expected: turns.reduce((sum, turn) => sum + turn.expected, 0),
    actual: turns.reduce((sum, turn) => sum + turn.actual, 0),
  }
}

function partsOf(counts: ToolCallF1Counts): ScorePart[] {
  return [
    { name: 'precision', value: counts.actual === 0 ? null : counts.matched / counts.actual },
    { name: 'recall', value: counts.expected === 0 ? null : counts.matched / counts.expected },
    { name: 'f1', value: f1Of(counts) },
  ]
}

/** This form of the harmonic mean needs neither precision nor recall, which may be undefined. */
function f1Of({ matched, expected, actual }: ToolCallF1Counts): number {
  return expected + actual === 0 ? 1 : (2 * matched) / (expected + actual)
}
