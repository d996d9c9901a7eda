import {
  type Invocation,
  type InvocationScore,
  type Message,
  type Metric,
  type Score,
  type ScorePart,
  EvalError,
  allToolCallsOf,
  message,
  notReported,
} from '../../core/index.ts'
import { areAllTokens, averageTokens, tokensOf, type TokenCounts } from '../shared/token-usage.ts'

type CallCountOptions = EfficiencyOptions & {
  /** Counts recorded events as ADK does: an agent whose events name no model made 0 calls. */
  readonly adkCompat?: boolean
}

type EfficiencyOptions = {
  /** The highest average per turn that passes: with a budget the metric scores 1 within it and 0 beyond. */
  readonly budget?: number
}

/**
 * Measures tool calls per turn, over the turns in which they are known. With a `budget` it scores 1 within it and 0
 * beyond.
 *
 * @throws {EvalError} `config` when the budget is negative or not finite
 * @example toolCallCount({ budget: 3 })
 */
export function toolCallCount(options: EfficiencyOptions = {}): Metric {
  return averageMetric({ name: 'tool_call_count_v1', unit: 'calls' }, options, (turns) =>
    turns.map((turn) => allToolCallsOf(turn)?.length ?? null),
  )
}

/**
 * Measures model calls per turn, as the target counts them, or else by events that carry usage or the name of a model.
 * Without any such event the count is unknown, while ADK counts 0. With a `budget` it scores 1 within it and 0 beyond.
 *
 * @throws {EvalError} `config` when the budget is negative or not finite
 * @example inferenceCallCount({ budget: 5 })
 */
export function inferenceCallCount(options: CallCountOptions = {}): Metric {
  return averageMetric({ name: 'inference_call_count_v1', unit: 'calls' }, options, (turns) => {
    const counts = turns.map(modelCallsOf)
    return options.adkCompat === true ||
      counts.some((count) => count !== null && count > 0) ||
      turns.some((turn) => turn.modelCalls !== undefined)
      ? counts
      : turns.map(() => null)
  })
}

/**
 * Measures seconds per turn. With a `budget` in seconds it scores 1 within it and 0 beyond.
 *
 * @throws {EvalError} `config` when the budget is negative or not finite
 * @example invocationDuration({ budget: 10 })
 */
export function invocationDuration(options: EfficiencyOptions = {}): Metric {
  return averageMetric({ name: 'invocation_duration_v1', unit: 'seconds' }, options, (turns) =>
    turns.map((turn) => turn.durationSeconds ?? null),
  )
}

/**
 * Measures tokens per turn, with each counter as a part. As in ADK the average is over all turns: one without usage
 * counts as 0. With a `budget` it scores 1 within it and 0 beyond; where a turn or a
 * model call has no usage it cannot be within.
 *
 * @throws {EvalError} `config` when the budget is negative or not finite
 * @example tokenUsage({ budget: 4000 })
 */
export function tokenUsage(options: EfficiencyOptions = {}): Metric {
  const quantity = { name: 'token_usage_v1', unit: 'tokens' } as const
  assertBudget(quantity.name, options.budget)
  return {
    name: quantity.name,
    score(_evalCase, transcript) {
      const turns = transcript.invocations.map(tokensOf)
      const average = averageTokens(turns)
      const areParts = transcript.invocations.map((invocation) => !areAllTokens(invocation))
      return scoreOf(quantity, options, {
        value: turns.length === 0 ? null : (average.get('total_tokens') ?? null),
        parts: partsOf(average),
        turns: turns.map((counts, index) =>
          turnScore(counts.get('total_tokens') ?? null, { parts: partsOf(counts), isLeast: areParts[index] === true }),
        ),
        isLeast: areParts.includes(true) || turns.some((counts) => counts.get('total_tokens') === null),
      })
    },
  }
}

type EfficiencyQuantity = { readonly name: string; readonly unit: 'calls' | 'tokens' | 'seconds' }
type EfficiencyMeasure = {
  readonly value: number | null
  readonly parts?: ScorePart[]
  readonly turns: InvocationScore[]
  /** True when the value is only the least that it can be. */
  readonly isLeast?: boolean
}

function averageMetric(
  quantity: EfficiencyQuantity,
  options: EfficiencyOptions,
  measure: (turns: readonly Invocation[]) => readonly (number | null)[],
): Metric {
  assertBudget(quantity.name, options.budget)
  return {
    name: quantity.name,
    score(_evalCase, transcript) {
      const values = measure(transcript.invocations)
      const known = values.filter((value) => value !== null)
      const value = known.length === 0 ? null : known.reduce((sum, next) => sum + next, 0) / known.length
      return scoreOf(quantity, options, { value, turns: values.map((turn) => turnScore(turn)) })
    },
  }
}

function assertBudget(name: string, budget: number | undefined): void {
  if (budget === undefined || (Number.isFinite(budget) && budget >= 0)) return
  throw new EvalError('config', message('The budget of {metric} is {budget}', { metric: name, budget }), {
    hint: message('A budget is a number from 0 up: the most that a turn may need on average.'),
  })
}

function modelCallsOf({ modelCalls, steps }: Invocation): number | null {
  if (modelCalls !== undefined) return modelCalls
  if (steps?.form !== 'events') return null
  return steps.events.filter((event) => event.usage !== undefined || event.model !== undefined).length
}

function turnScore(
  value: number | null,
  { parts, isLeast = false }: Pick<EfficiencyMeasure, 'parts' | 'isLeast'> = {},
): InvocationScore {
  if (value === null) return { status: 'not-evaluated', reason: notReported('').reason }
  return { status: 'measured', value, ...(isLeast && { isLeast }), ...(parts === undefined ? {} : { parts }) }
}

function scoreOf(
  { name, unit }: EfficiencyQuantity,
  { budget }: EfficiencyOptions,
  { value, parts, turns, isLeast = false }: EfficiencyMeasure,
): Score {
  if (value === null) {
    // A missing value that merely informs does not matter; a budget that could not be checked does.
    return { ...notReported(name), informational: budget === undefined }
  }
  if (budget === undefined) {
    return {
      status: 'measured',
      metric: name,
      value,
      unit,
      ...(isLeast && { isLeast }),
      ...(parts === undefined ? {} : { parts }),
      invocations: turns,
    }
  }
  const known = turns.flatMap((turn) => (turn.status === 'measured' ? turn.value : []))
  const atLeast = known.reduce((sum, one) => sum + one, 0) / turns.length
  // What some turns took is enough to be over the budget, and never enough to be within it.
  const isWithin = atLeast <= budget
  if ((isLeast || known.length < turns.length) && isWithin) return { ...notReported(name), informational: false }
  const passed = value <= budget
  return {
    status: 'scored',
    metric: name,
    value: passed ? 1 : 0,
    threshold: 1,
    passed,
    reason: budgetReason({ unit, value, budget, passed }),
    parts: [{ name: unit, value }, ...(parts ?? [])],
    invocations: turns,
  }
}

function budgetReason({
  unit,
  value,
  budget,
  passed,
}: {
  unit: EfficiencyQuantity['unit']
  value: number
  budget: number
  passed: boolean
}): Message {
  return (passed ? withinBudget : overBudget)[unit]({ budget, value: Math.round(value * 1000) / 1000 })
}

type Budgeted = { readonly value: number; readonly budget: number }
type EfficiencyStatement = Readonly<Record<EfficiencyQuantity['unit'], (budgeted: Budgeted) => Message>>

// Each unit needs a sentence of its own, because other languages have different counters for it.
const withinBudget: EfficiencyStatement = {
  calls: (budgeted) => message('{value} {value|call|calls} per turn, within the budget of {budget}', budgeted),
  tokens: (budgeted) => message('{value} {value|token|tokens} per turn, within the budget of {budget}', budgeted),
  seconds: (budgeted) => message('{value} {value|second|seconds} per turn, within the budget of {budget}', budgeted),
}

const overBudget: EfficiencyStatement = {
  calls: (budgeted) => message('{value} {value|call|calls} per turn, over the budget of {budget}', budgeted),
  tokens: (budgeted) => message('{value} {value|token|tokens} per turn, over the budget of {budget}', budgeted),
  seconds: (budgeted) => message('{value} {value|second|seconds} per turn, over the budget of {budget}', budgeted),
}

/** The first three counters (input, output, total) are always shown, the others when they were reported. */
function partsOf(counts: TokenCounts): ScorePart[] {
  return [...counts].flatMap(([name, value], index) => (index < 3 || value !== null ? { name, value } : []))
}
