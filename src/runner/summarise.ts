import type {
  Cost,
  Estimate,
  MetricSummary,
  RepeatSummary,
  RunPlan,
  RunStore,
  RunSummary,
  ScoredCase,
  Score,
  SetMetric,
  SetSummary,
  VerdictCounts,
} from '../core/index.ts'
import { judgedOf } from '../core/index.ts'
import { meanOverCases } from '../statistics/mean-over-cases.ts'
import { passEstimates } from '../statistics/pass-at-k.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
import { addCosts, shareOf } from './cost.ts'
import { judgeRun } from './gate.ts'

const namedFlakyCases = 20

/** The numbers of a run while its results come in. */
export type SummaryTally = {
  /** Results must come in dataset order: sums of floating numbers depend on it. */
  add(scored: ScoredCase): void
  /** @param spending what else was paid for */
  summary(spending: readonly Cost[]): RunSummary
}

/** The numbers of a run from all that the store has of it. */
export async function summarise(
  plan: RunPlan,
  store: RunStore,
  setMetrics: readonly SetMetric[] = [],
): Promise<RunSummary> {
  const tally = summaryTally(plan, setMetrics)
  for await (const scored of store.scoredCases(plan.runId)) tally.add(scored)
  return tally.summary(await store.spending(plan.runId))
}

/** Keeps no result, except what set metrics need. Repeats of a case are not independent: intervals are clustered by case. */
export function summaryTally(plan: RunPlan, setMetrics: readonly SetMetric[] = []): SummaryTally {
  const results: VerdictCounts = { total: 0, passed: 0, failed: 0, error: 0, notEvaluated: 0 }
  const passes = meanOverCases({ bounds: [0, 1] })
  const metrics = new Map(plan.metrics.map(({ name }) => [name, metricTally(name)]))
  const repeats = repeatTally(plan.repeat)
  const sets = setMetrics.map((metric) => metric.start())
  let cost: Cost = { toolCalls: 0 }
  let turnLimits = 0
  return {
    add(scored) {
      const passed = scored.verdict === 'passed'
      count(results, scored.verdict)
      passes.add(passed ? 1 : 0, scored.position)
      repeats.add(scored.caseId, scored.position, passed)
      for (const score of scored.scores) metrics.get(score.metric)?.add(score, scored.position)
      for (const set of sets) set.add(scored)
      cost = addCosts(cost, shareOf(scored, plan))
      if (scored.ending === 'turn-limit') turnLimits += 1
    },
    summary(spending) {
      const facts = {
        results,
        unfinished: plan.dataset.cases * plan.repeat - results.total,
        ...(turnLimits > 0 && { turnLimits }),
        passRate: plan.repeat === 1 ? rate(results.passed, results.total) : passes.estimate(),
        metrics: [...metrics.values()].map((tally) => tally.summary(plan.repeat)),
        repeats: repeats.summary(),
        cost: spending.reduce(addCosts, cost),
        ...setSummary(sets),
      }
      return { ...facts, gate: judgeRun(facts, plan.failOn) }
    },
  }
}

function setSummary(sets: readonly ReturnType<SetMetric['start']>[]): SetSummary {
  return Object.assign({}, ...sets.map((set) => set.summary())) as SetSummary // each has its own field
}

function rate(passed: number, total: number) {
  return total === 0 ? null : wilsonInterval(passed, total)
}

function count(results: VerdictCounts, verdict: ScoredCase['verdict']): void {
  results.total += 1
  results[verdict === 'not-evaluated' ? 'notEvaluated' : verdict] += 1
}

function metricTally(metric: string) {
  const counts = { scored: 0, passed: 0, failed: 0, measured: 0, notEvaluated: 0, error: 0 }
  const passes = meanOverCases({ bounds: [0, 1] })
  const values = meanOverCases({ bounds: [0, 1] })
  const quantities = meanOverCases({})
  const judges = new Set<string>()
  let lowestQuantity = Infinity
  let lowest = Infinity
  let highest = -Infinity
  let unit: string | undefined
  return {
    add(score: Score, position: number): void {
      for (const { samples } of judgedOf(score)) for (const { reply } of samples) judges.add(reply.judge)
      if (score.status === 'scored') {
        counts.scored += 1
        counts[score.passed ? 'passed' : 'failed'] += 1
        passes.add(score.passed ? 1 : 0, position)
        values.add(score.value, position)
        lowest = Math.min(lowest, score.value)
        highest = Math.max(highest, score.value)
      } else if (score.status === 'measured') {
        counts.measured += 1
        quantities.add(score.value, position)
        lowestQuantity = Math.min(lowestQuantity, score.value)
        unit = score.unit
      } else {
        counts[score.status === 'error' ? 'error' : 'notEvaluated'] += 1
      }
    },
    summary(repeat: number): MetricSummary {
      return {
        metric,
        ...counts,
        passRate: repeat === 1 ? rate(counts.passed, counts.scored) : passes.estimate(),
        mean: counts.scored > 0 ? values.estimate() : notBelow(lowestQuantity, quantities.estimate()),
        ...(counts.scored > 0 && { lowest, highest }),
        ...(unit !== undefined && { unit }),
        ...(judges.size > 0 && { judges: [...judges].toSorted() }),
      }
    },
  }
}

/** Seconds and calls are never negative, and neither is the lower end of what they may be on average. */
function notBelow(lowest: number, estimate: Estimate | null): Estimate | null {
  return estimate === null || lowest < 0 ? estimate : { ...estimate, low: Math.max(0, estimate.low) }
}

/** Counts passes per case; results come case by case, so one case is open at a time. */
function repeatTally(repeat: number) {
  const counts: { n: number; c: number }[] = []
  const flakyCases: string[] = []
  let flaky = 0
  let open: { caseId: string; position: number; n: number; c: number } | undefined
  const close = () => {
    if (open === undefined) return
    counts.push({ n: open.n, c: open.c })
    if (open.c > 0 && open.c < open.n) {
      flaky += 1
      if (flakyCases.length < namedFlakyCases) flakyCases.push(open.caseId)
    }
  }
  return {
    add(caseId: string, position: number, passed: boolean): void {
      if (repeat === 1) return
      if (open?.position !== position) {
        close()
        open = { caseId, position, n: 0, c: 0 }
      }
      open.n += 1
      if (passed) open.c += 1
    },
    summary(): RepeatSummary | undefined {
      if (repeat === 1) return undefined
      close()
      open = undefined
      const ks = Array.from({ length: repeat }, (_, index) => index + 1)
      const estimates = ks.map((k) => ({ k, ...passEstimates(counts, k) }))
      return {
        repeat,
        flaky,
        flakyCases,
        passAtK: estimates.flatMap(({ k, passAtK }) => (passAtK === null ? [] : [{ k, estimate: passAtK }])),
        passHatK: estimates.flatMap(({ k, passHatK }) => (passHatK === null ? [] : [{ k, estimate: passHatK }])),
      }
    },
  }
}
