import { type QuantityComparison, type ScoredCase, type Verdict, type WhyUnevaluated, judgedOf } from '../core/index.ts'
import type { RunResults } from './run-results.ts'

type Sum = { sum: number; count: number }

export type CaseCounter = {
  results: number
  evaluated: number
  passed: number
  verdict: Verdict
  /** Of the first repeat that was not evaluated. */
  why: WhyUnevaluated | undefined
  readonly position: number
  readonly values: Map<string, Sum>
  readonly quantities: Map<QuantityComparison['quantity'], Sum>
}

export type RunCounter = {
  readonly cases: ReadonlyMap<string, CaseCounter>
  /** Who judged each metric, and by which instructions. */
  readonly judges: ReadonlyMap<string, ReadonlySet<string>>
  readonly instructions: ReadonlyMap<string, ReadonlySet<string>>
}

/** Walks through the results of a run once. */
export async function countCases(results: Pick<RunResults, 'scoredCases'>): Promise<RunCounter> {
  const cases = new Map<string, CaseCounter>()
  const judges = new Map<string, Set<string>>()
  const instructions = new Map<string, Set<string>>()
  for await (const scored of results.scoredCases()) {
    const counter = cases.get(scored.caseId) ?? emptyCounter(scored)
    cases.set(scored.caseId, counter)
    addResult(counter, scored)
    for (const score of scored.scores) {
      for (const { reply } of judgedOf(score).flatMap(({ samples }) => samples)) {
        setOf(judges, score.metric).add(reply.judge)
        setOf(instructions, score.metric).add(reply.instruction)
      }
    }
  }
  return { cases, judges, instructions }
}

/** The share of the evaluated repeats that passed; undefined where none was evaluated. */
export function passShare({ passed, evaluated }: CaseCounter): number | undefined {
  return evaluated === 0 ? undefined : passed / evaluated
}

export function meanOfSum(sum: Sum | undefined): number | null {
  return sum === undefined ? null : sum.sum / sum.count
}

function emptyCounter({ position, verdict }: ScoredCase): CaseCounter {
  const none = { results: 0, evaluated: 0, passed: 0, why: undefined }
  return { ...none, verdict, position, values: new Map(), quantities: new Map() }
}

function addResult(counter: CaseCounter, scored: ScoredCase): void {
  const { verdict, scores, failure } = scored
  counter.results += 1
  if (verdict === 'passed') counter.passed += 1
  if (verdict === 'not-evaluated') counter.why ??= whyOf(scored)
  else counter.evaluated += 1
  if (severity[verdict] > severity[counter.verdict]) counter.verdict = verdict
  for (const score of scores) if (score.status === 'scored') addTo(counter.values, score.metric, score.value)
  // Of a conversation that broke off, what it took says nothing of what one takes.
  if (failure !== undefined) return
  for (const [quantity, value] of quantitiesOf(scored)) {
    if (value !== undefined) addTo(counter.quantities, quantity, value)
  }
}

function quantitiesOf({
  cost: { inputTokens, outputTokens, toolCalls, agentSeconds, agentDollars, judge },
}: ScoredCase): readonly (readonly [QuantityComparison['quantity'], number | undefined])[] {
  return [
    ['agent-seconds', agentSeconds],
    ['input-tokens', inputTokens],
    ['output-tokens', outputTokens],
    ['tool-calls', toolCalls],
    ['agent-dollars', agentDollars],
    // What came from the cache was paid for once, by another run.
    ['judge-dollars', judge !== undefined && judge.cached === 0 ? judge.dollars : undefined],
  ]
}

function whyOf({ scores, failure }: ScoredCase): WhyUnevaluated {
  if (failure !== undefined) return failure.code === 'user' ? 'user' : 'environment'
  const error = scores.find((score) => score.status === 'error')
  if (error?.status !== 'error') return 'abstained'
  return error.blame === 'agent' ? 'abstained' : error.blame
}

const severity: Readonly<Record<Verdict, number>> = { passed: 0, 'not-evaluated': 1, error: 2, failed: 3 }

function addTo<Key>(sums: Map<Key, Sum>, key: Key, value: number): void {
  const { sum, count } = sums.get(key) ?? { sum: 0, count: 0 }
  sums.set(key, { sum: sum + value, count: count + 1 })
}

function setOf(sets: Map<string, Set<string>>, key: string): Set<string> {
  const known = sets.get(key) ?? new Set<string>()
  sets.set(key, known)
  return known
}
