import {
  type Cost,
  type Estimate,
  type EvidenceCounts,
  type GateMeasures,
  type MetricSummary,
  type RepeatSummary,
  type RunPlan,
  type RunStore,
  type RunSummary,
  type ScoredCase,
  type Score,
  type SetMetric,
  type VerdictCounts,
  addEvidence,
  isAgentFailure,
  isBroken,
  judgedOf,
} from '../core/index.ts'
import { meanOverCases } from '../statistics/mean-over-cases.ts'
import { passEstimates } from '../statistics/pass-at-k.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
import { addCosts, shareOf } from './cost.ts'
import { judgeRun } from './gate.ts'
import { setSummaries } from './set-summaries.ts'

const namedFlakyCases = 20

export type SummaryCounter = {
  /** Results must be added in dataset order, because sums of floating-point numbers depend on it. */
  add(scored: ScoredCase): void
  /** @param spending costs that belong to no case */
  summary(spending: readonly Cost[]): RunSummary
}

export type SummaryRules = {
  readonly setMetrics?: readonly SetMetric[]
  readonly gateMeasures?: readonly GateMeasures[]
}

export async function summarise(plan: RunPlan, store: RunStore, rules: SummaryRules = {}): Promise<RunSummary> {
  const counter = summaryCounter(plan, rules)
  for await (const scored of store.scoredCases(plan.runId)) counter.add(scored)
  return counter.summary(await store.spending(plan.runId))
}

/** Keeps no results, except in set metrics. Repeats of a case are not independent: intervals are clustered by case. */
export function summaryCounter(plan: RunPlan, { setMetrics = [], gateMeasures }: SummaryRules = {}): SummaryCounter {
  const results = { total: 0, evaluated: 0, passed: 0, failed: 0, error: 0, notEvaluated: 0, broken: 0 }
  const passes = rateCounter(plan.repeat)
  const passesAtWorst = rateCounter(plan.repeat)
  const metrics = new Map(plan.metrics.map(({ name }) => [name, metricCounter(name, plan.repeat)]))
  const repeats = repeatCounter(plan.repeat)
  const sets = setSummaries(setMetrics)
  let cost: Cost = {}
  let turnLimits = 0
  let evidence: EvidenceCounts | undefined
  return {
    add(scored) {
      const passed = scored.verdict === 'passed'
      count(results, scored)
      passesAtWorst.add(passed, scored.position)
      if (scored.verdict !== 'not-evaluated') {
        passes.add(passed, scored.position)
        repeats.add(scored.caseId, scored.position, passed)
      }
      for (const score of scored.scores) metrics.get(score.metric)?.add(score, scored)
      sets.add(scored)
      cost = addCosts(cost, shareOf(scored, plan))
      if (scored.ending === 'turn-limit') turnLimits += 1
      if (scored.evidence !== undefined) evidence = addEvidence(evidence, scored.evidence)
    },
    summary(spending) {
      const { cases, total = cases } = plan.dataset
      const facts = {
        results: { ...results, ...(total > cases && { notSelected: total - cases }) },
        unfinished: cases * plan.repeat - results.total,
        ...(turnLimits > 0 && { turnLimits }),
        ...(evidence !== undefined && { evidence }),
        passRate: passes.estimate(),
        ...(results.notEvaluated > 0 && { passRateAtWorst: passesAtWorst.estimate() ?? undefined }),
        metrics: [...metrics.values()].map((counter) => counter.summary()),
        repeats: repeats.summary(),
        cost: spending.reduce(addCosts, cost),
        ...(plan.admissions !== undefined && { admissions: plan.admissions }),
        ...sets.summary(),
      }
      return { ...facts, gate: judgeRun(facts, plan.failOn, gateMeasures) }
    },
  }
}

/** A pass rate over results, or over cases when each has several repeats. */
export function rateCounter(repeat: number) {
  const counts = { passed: 0, total: 0 }
  const overCases = meanOverCases({ bounds: [0, 1] })
  return {
    add(passed: boolean, position: number): void {
      counts.total += 1
      if (passed) counts.passed += 1
      overCases.add(passed ? 1 : 0, position)
    },
    estimate(): Estimate | null {
      if (counts.total === 0) return null
      return repeat === 1 ? wilsonInterval(counts.passed, counts.total) : overCases.estimate()
    },
  }
}

function count(results: Required<Omit<VerdictCounts, 'notSelected'>>, scored: ScoredCase): void {
  const { verdict } = scored
  results.total += 1
  if (verdict === 'not-evaluated') results.notEvaluated += 1
  else {
    results.evaluated += 1
    results[verdict] += 1
  }
  if (isBroken(scored)) results.broken += 1
}

function metricCounter(metric: string, repeat: number) {
  const counts = {
    scored: 0,
    passed: 0,
    failed: 0,
    measured: 0,
    reportedInPart: 0,
    notEvaluated: 0,
    error: 0,
    agentErrors: 0,
    notApplicable: 0,
  }
  const passes = rateCounter(repeat)
  const values = meanOverCases({ bounds: [0, 1] })
  const quantities = meanOverCases({})
  const judges = new Set<string>()
  const instructions = new Set<string>()
  let lowestQuantity = Infinity
  let lowest = Infinity
  let highest = -Infinity
  let unit: string | undefined
  return {
    add(score: Score, scored: ScoredCase): void {
      const { position } = scored
      for (const { samples } of judgedOf(score)) {
        for (const { reply } of samples) {
          judges.add(reply.judge)
          const { instruction, instructionHash } = reply
          instructions.add(instructionHash === undefined ? instruction : `${instruction} (${instructionHash})`)
        }
      }
      if (score.status === 'scored') {
        counts.scored += 1
        counts[score.passed ? 'passed' : 'failed'] += 1
        passes.add(score.passed, position)
        values.add(score.value, position)
        lowest = Math.min(lowest, score.value)
        highest = Math.max(highest, score.value)
      } else if (score.status === 'measured' && score.isLeast === true) {
        counts.reportedInPart += 1
      } else if (score.status === 'measured') {
        counts.measured += 1
        quantities.add(score.value, position)
        lowestQuantity = Math.min(lowestQuantity, score.value)
        unit = score.unit
      } else {
        const missing = whyMissing(score, scored)
        counts[missing] += 1
        if (missing === 'agentErrors') passes.add(false, position)
      }
    },
    summary(): MetricSummary {
      return {
        metric,
        ...counts,
        reportedInPart: counts.reportedInPart || undefined,
        // When the agent never answered, it is unknown whether the metric had anything to score.
        passRate: counts.scored === 0 ? null : passes.estimate(),
        mean: counts.scored > 0 ? values.estimate() : notBelow(lowestQuantity, quantities.estimate()),
        ...(counts.scored > 0 && { lowest, highest }),
        ...(unit !== undefined && { unit }),
        ...(judges.size > 0 && { judges: [...judges].toSorted(), instructions: [...instructions].toSorted() }),
      }
    },
  }
}

function whyMissing(
  score: Extract<Score, { status: 'not-evaluated' | 'error' }>,
  { verdict, failure }: ScoredCase,
): 'agentErrors' | 'error' | 'notApplicable' | 'notEvaluated' {
  if (score.status === 'error') return score.blame === 'agent' ? 'agentErrors' : 'error'
  if (score.informational === true) return 'notApplicable'
  // ADK's rule calls it failed, but the agent is still the one that failed.
  const agentBroke = failure === undefined ? verdict === 'error' : isAgentFailure(failure)
  return agentBroke ? 'agentErrors' : 'notEvaluated'
}

/** Seconds and calls are never negative, so neither is the lower bound of their mean. */
function notBelow(lowest: number, estimate: Estimate | null): Estimate | null {
  return estimate === null || lowest < 0 ? estimate : { ...estimate, low: Math.max(0, estimate.low) }
}

/** Counts passes for each case. Results arrive case by case, so only one case is open at a time. */
function repeatCounter(repeat: number) {
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
