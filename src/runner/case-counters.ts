import {
  type Cost,
  type QuantityComparison,
  type ScoredCase,
  type Verdict,
  type WhyUnevaluated,
  judgedOf,
} from '../core/index.ts'
import type { RunResults } from './run-results.ts'

/** Sums and counts of values by case number. A map for each of 100,000 cases would take ten times the memory. */
type Column = { readonly sums: number[]; readonly counts: number[] }

export type CaseCounter = {
  results: number
  evaluated: number
  passed: number
  verdict: Verdict
  /** The reason of the first repeat that was not evaluated. */
  why: WhyUnevaluated | undefined
  readonly position: number
  readonly number: number
}

export type RunCounter = {
  readonly cases: ReadonlyMap<string, CaseCounter>
  readonly values: ReadonlyMap<string, Column>
  readonly quantities: ReadonlyMap<QuantityComparison['quantity'], Column>
  readonly judges: ReadonlyMap<string, ReadonlySet<string>>
  readonly instructions: ReadonlyMap<string, ReadonlySet<string>>
}

export async function countCases(results: Pick<RunResults, 'scoredCases'>): Promise<RunCounter> {
  const cases = new Map<string, CaseCounter>()
  const judges = new Map<string, Set<string>>()
  const instructions = new Map<string, Set<string>>()
  const values = new Map<string, Column>()
  const quantities = new Map(
    Object.keys(quantityOf).map((quantity) => [quantity as keyof typeof quantityOf, newColumn()]),
  )
  const columns = [...quantities]
  for await (const scored of results.scoredCases()) {
    const counter = entryOf(cases, scored.caseId, () => emptyCounter(scored, cases.size))
    addResult(counter, scored)
    // The cost of a conversation that broke off would distort the average.
    if (scored.failure === undefined) addQuantities(columns, counter, scored.cost)
    for (const score of scored.scores) {
      const column = entryOf(values, score.metric, newColumn)
      if (score.status === 'scored') addTo(column, counter, score.value)
      for (const { samples } of judgedOf(score)) {
        for (const { reply } of samples) {
          entryOf(judges, score.metric, () => new Set()).add(reply.judge)
          entryOf(instructions, score.metric, () => new Set()).add(reply.instruction)
        }
      }
    }
  }
  return { cases, values, quantities, judges, instructions }
}

/** The share of the evaluated repeats that passed; null when none was evaluated. */
export function passShare({ passed, evaluated }: CaseCounter): number | null {
  return evaluated === 0 ? null : passed / evaluated
}

export function meanIn(column: Column | undefined, counter: Pick<CaseCounter, 'number'> | undefined): number | null {
  if (column === undefined || counter === undefined) return null
  const [sum = 0, count = 0] = [column.sums[counter.number], column.counts[counter.number]]
  return count === 0 ? null : sum / count
}

function emptyCounter({ position, verdict }: ScoredCase, number: number): CaseCounter {
  return { results: 0, evaluated: 0, passed: 0, why: undefined, verdict, position, number }
}

function addResult(counter: CaseCounter, scored: ScoredCase): void {
  const { verdict } = scored
  counter.results += 1
  if (verdict === 'passed') counter.passed += 1
  if (verdict === 'not-evaluated') counter.why ??= whyOf(scored)
  else counter.evaluated += 1
  if (severity[verdict] > severity[counter.verdict]) counter.verdict = verdict
}

function addQuantities(
  columns: readonly (readonly [QuantityComparison['quantity'], Column])[],
  counter: CaseCounter,
  cost: Cost,
): void {
  for (const [quantity, column] of columns) {
    const value = quantityOf[quantity](cost)
    if (value !== undefined) addTo(column, counter, value)
  }
}

const quantityOf: Readonly<Record<QuantityComparison['quantity'], (cost: Cost) => number | undefined>> = {
  'agent-seconds': ({ agentSeconds }) => agentSeconds,
  'input-tokens': ({ inputTokens }) => inputTokens,
  'output-tokens': ({ outputTokens }) => outputTokens,
  'tool-calls': ({ toolCalls }) => toolCalls,
  'agent-dollars': ({ agentDollars }) => agentDollars,
  // Another run already paid for cached answers.
  'judge-dollars': ({ judge }) => (judge !== undefined && judge.cached === 0 ? judge.dollars : undefined),
}
function whyOf({ scores, failure }: ScoredCase): WhyUnevaluated {
  if (failure !== undefined) return failure.code === 'user' ? 'user' : 'environment'
  const error = scores.find((score) => score.status === 'error')
  if (error?.status !== 'error') return 'abstained'
  return error.blame === 'agent' ? 'abstained' : error.blame
}

const severity: Readonly<Record<Verdict, number>> = { passed: 0, 'not-evaluated': 1, error: 2, failed: 3 }

function newColumn(): Column {
  return { sums: [], counts: [] }
}

function addTo({ sums, counts }: Column, { number }: CaseCounter, value: number): void {
  while (sums.length <= number) {
    sums.push(0)
    counts.push(0)
  }
  sums[number] = (sums[number] ?? 0) + value
  counts[number] = (counts[number] ?? 0) + 1
}

function entryOf<Key, Entry>(entries: Map<Key, Entry>, key: Key, make: () => Entry): Entry {
  let entry = entries.get(key)
  if (entry === undefined) entries.set(key, (entry = make()))
  return entry
}
