import type { ComparedCase, Run, RunComparison, RunStore, Verdict } from '../core/index.ts'
import { bonettPriceInterval, mcnemarTest, pairedMeanInterval, signFlipTest } from '../statistics/paired.ts'
import {
  casesForPairedMean,
  casesForPairedRates,
  detectableMeanDifference,
  detectableRateDifference,
} from '../statistics/power.ts'

/** A smaller difference in the pass rate than this is taken for one that does not matter. */
const relevantDifference = 0.05

/** Compares two runs on the cases that both have; the first is the baseline. Repeats of a case count as its pass rate. */
export async function compareRuns(
  first: Run,
  second: Run,
  store: Pick<RunStore, 'scoredCases'>,
): Promise<RunComparison> {
  const before = await tallyCases(first, store)
  const after = await tallyCases(second, store)
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const shared = ids.flatMap((id) => {
    const [one, other] = [before.get(id), after.get(id)]
    return one === undefined || other === undefined ? [] : [{ first: passRate(one), second: passRate(other) }]
  })
  const better = shared.filter((pair) => pair.second > pair.first).length
  const worse = shared.filter((pair) => pair.second < pair.first).length
  return {
    first: { runId: first.plan.runId, passRate: first.summary?.passRate ?? null },
    second: { runId: second.plan.runId, passRate: second.summary?.passRate ?? null },
    cases: ids.map((id) => comparedCase(id, before.get(id), after.get(id))),
    better,
    worse,
    same: shared.length - better - worse,
    onlyInOne: ids.length - shared.length,
    ...(shared.length > 0 && { test: pairedTest(shared, second.plan.seed) }),
  }
}

type Tally = {
  results: number
  passed: number
  verdict: Verdict
  readonly position: number
  readonly values: Map<string, { sum: number; count: number }>
}
type Pair = { readonly first: number; readonly second: number }

async function tallyCases(run: Run, store: Pick<RunStore, 'scoredCases'>): Promise<ReadonlyMap<string, Tally>> {
  const tallies = new Map<string, Tally>()
  for await (const { caseId, verdict, position, scores } of store.scoredCases(run.plan.runId)) {
    const tally = tallies.get(caseId) ?? { results: 0, passed: 0, verdict, position, values: new Map() }
    tallies.set(caseId, tally)
    tally.results += 1
    if (verdict === 'passed') tally.passed += 1
    if (severity[verdict] > severity[tally.verdict]) tally.verdict = verdict
    for (const score of scores) {
      if (score.status !== 'scored') continue
      const value = tally.values.get(score.metric) ?? { sum: 0, count: 0 }
      tally.values.set(score.metric, { sum: value.sum + score.value, count: value.count + 1 })
    }
  }
  return tallies
}

const severity: Readonly<Record<Verdict, number>> = { passed: 0, 'not-evaluated': 1, error: 2, failed: 3 }

function passRate({ passed, results }: Tally): number {
  return passed / results
}

function comparedCase(caseId: string, before: Tally | undefined, after: Tally | undefined): ComparedCase {
  const names = [...new Set([...(before?.values.keys() ?? []), ...(after?.values.keys() ?? [])])]
  return {
    caseId,
    first: before?.verdict,
    second: after?.verdict,
    positions: {
      ...(before !== undefined && { first: before.position }),
      ...(after !== undefined && { second: after.position }),
    },
    values: names.map((metric) => ({ metric, first: meanOf(before, metric), second: meanOf(after, metric) })),
  }
}

function meanOf(tally: Tally | undefined, metric: string): number | null {
  const value = tally?.values.get(metric)
  return value === undefined ? null : value.sum / value.count
}

/** McNemar's exact test where each case passed or not; a sign-flip test where repeats make it a rate between. */
function pairedTest(pairs: readonly Pair[], seed: number): NonNullable<RunComparison['test']> {
  const isRate = ({ first, second }: Pair) => !Number.isInteger(first) || !Number.isInteger(second)
  return pairs.some(isRate) ? testOfRates(pairs, seed) : testOfVerdicts(pairs)
}

function testOfVerdicts(pairs: readonly Pair[]): NonNullable<RunComparison['test']> {
  const n = pairs.length
  const lost = pairs.filter(({ first, second }) => first > second).length
  const won = pairs.filter(({ first, second }) => second > first).length
  const disagreement = (lost + won) / n
  const detectable = disagreement === 0 ? 0 : detectableRateDifference(n, disagreement)
  return {
    name: 'McNemar',
    p: mcnemarTest(lost, won).p,
    difference: bonettPriceInterval(won, lost, n),
    ...sufficiency(n, detectable, casesForPairedRates(Math.max(disagreement, relevantDifference), relevantDifference)),
  }
}

function testOfRates(pairs: readonly Pair[], seed: number): NonNullable<RunComparison['test']> {
  const n = pairs.length
  const second = pairs.map((pair) => pair.second)
  const first = pairs.map((pair) => pair.first)
  const differences = pairs.map((pair) => pair.second - pair.first)
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / n
  const variance = n < 2 ? 0.25 : differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (n - 1)
  const interval = pairedMeanInterval(second, first, { bounds: [0, 1] })
  if (interval === null) throw new Error('pairs with bounds always have an interval')
  return {
    name: 'sign-flip',
    p: signFlipTest(differences, { seed }).p,
    difference: interval,
    ...sufficiency(n, detectableMeanDifference(n, variance), casesForPairedMean(variance, relevantDifference)),
  }
}

function sufficiency(n: number, detectable: number | null, needed: number): { enough: boolean; casesNeeded?: number } {
  // With hardly any disagreement the formulas say that few cases are enough; that few were seen is no proof of it.
  const enough = detectable !== null && detectable <= relevantDifference && n >= Math.min(needed, 50)
  return enough || !Number.isFinite(needed) ? { enough } : { enough, casesNeeded: Math.max(n + 1, Math.ceil(needed)) }
}
