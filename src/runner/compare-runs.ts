import type {
  ComparedCase,
  ComparedRun,
  MetricComparison,
  NamedCases,
  QuantityComparison,
  Run,
  RunComparison,
  UnevaluatedCases,
  WhyUnevaluated,
} from '../core/index.ts'
import { holm } from '../statistics/multiple-comparisons.ts'
import { type CaseCounter, type RunCounter, meanIn, passShare } from './case-counters.ts'
import { type CountedRun, countRun } from './counted-run.ts'
import { type PairedValues, comparePaired, quantityDifference } from './paired-comparison.ts'
import { type RunResults, storedResults } from './run-results.ts'
import { isSameDataset, settingDifferences } from './setting-differences.ts'

/**
 * Compares two runs on the cases that both evaluated; the first is the baseline. The repeats of a case count as its
 * pass rate. Unevaluated cases enter no difference; a separate test tells whether one run evaluated fewer.
 */
export async function compareCounted(former: CountedRun, latter: CountedRun): Promise<RunComparison> {
  const { run: first, counter: before } = former
  const { run: second, counter: after } = latter
  const changed = await changedCases(former, latter)
  const neverRun = { first: stoppedBefore(first, second), second: stoppedBefore(second, first) }
  const all = casesOf(before, after)
  const played = Object.values(neverRun).every((counter) => counter === undefined)
    ? all
    : all.map(({ caseId, first: one = neverRun.first, second: other = neverRun.second }) => ({
        caseId,
        first: one,
        second: other,
      }))
  const shared = played.filter(
    (one): one is CompareRunsShare => one.first !== undefined && one.second !== undefined && !changed.has(one.caseId),
  )
  const changes = changesOf(shared)
  const better = countOf(changes, 'better')
  const worse = countOf(changes, 'worse')
  const isLower = lowerIsBetter(first)
  const metrics = metricPairs(before, after)
  const cases = all.map((one): ComparedCase => {
    const compared = comparedCase(one, metrics)
    if (changed.has(one.caseId)) return { ...compared, changed: true }
    const change = changes.get(one.caseId)
    const moved = movedOf(one, metrics, isLower)
    if (change === undefined && moved === undefined) return compared
    return { ...compared, ...(change !== undefined && { change }), ...(moved !== undefined && { moved }) }
  })
  const sameBut = (moved: ComparedCase['moved']) =>
    cases.filter((one) => one.moved === moved && one.change === undefined && changes.has(one.caseId)).length
  const { seed } = second.plan
  const corrected = await correctedByLabels(former, latter, shared)
  const evaluation = evaluationOf(shared, seed)
  const onlyIn = {
    first: namedCases(neverRun.second ? [] : all.filter((one) => one.second === undefined)),
    second: namedCases(neverRun.first ? [] : all.filter((one) => one.first === undefined)),
  }
  return {
    first: comparedRun(first),
    second: comparedRun(second),
    settings: settingDifferences({ ...former, plan: first.plan }, { ...latter, plan: second.plan }),
    cases,
    better,
    worse,
    same: changes.size - better - worse,
    moved: { better: sameBut('better'), worse: sameBut('worse'), other: sameBut('other') },
    changed: namedCases(all.filter(({ caseId }) => changed.has(caseId))),
    onlyInOne: onlyIn.first.count + onlyIn.second.count,
    onlyIn,
    unevaluated: unevaluatedCases(shared),
    ...(changes.size > 0 && { test: testOf(shared, seed) }),
    ...(evaluation !== undefined && { evaluation }),
    metrics: comparedMetrics(shared, metrics, { isLower, seed }),
    quantities: comparedQuantities(shared, before, after),
    ...(corrected !== undefined && { corrected }),
  }
}

/** Like {@link compareCounted}, but reads both runs first. */
export async function compareResults(former: RunResults, latter: RunResults): Promise<RunComparison> {
  return compareCounted(await countRun(former), await countRun(latter))
}

/** Like {@link compareResults}, for two runs in one store. */
export async function compareRuns(
  first: Run,
  second: Run,
  store: Parameters<typeof storedResults>[1],
): Promise<RunComparison> {
  return compareResults(storedResults(first, store), storedResults(second, store))
}

/** True when the test finds the second run worse on the cases that both evaluated. */
export function isWorse({ test }: RunComparison): boolean {
  if (test === undefined) return false
  const { p, adjustedP = p, difference } = test
  return difference.value < 0 && adjustedP < 1 - difference.level
}

type CompareRunsComparison = {
  readonly caseId: string
  readonly first: CaseCounter | undefined
  readonly second: CaseCounter | undefined
}
type CompareRunsShare = { readonly caseId: string; readonly first: CaseCounter; readonly second: CaseCounter }

const namedAtMost = 20

function casesOf(before: RunCounter, after: RunCounter): readonly CompareRunsComparison[] {
  const cases: CompareRunsComparison[] = []
  for (const [caseId, first] of before.cases) cases.push({ caseId, first, second: after.cases.get(caseId) })
  for (const [caseId, second] of after.cases) {
    if (!before.cases.has(caseId)) cases.push({ caseId, first: undefined, second })
  }
  return cases
}

/** Returns the ids that name different cases in the two datasets. Equal files need no look at the cases. */
async function changedCases(first: CountedRun, second: CountedRun): Promise<ReadonlySet<string>> {
  const plans = [first.run.plan, second.run.plan] as const
  if (plans[0].dataset.sha256 !== undefined && isSameDataset(...plans)) return new Set()
  const hashes = await first.caseHashes()
  const others = [...(await second.caseHashes())]
  return new Set(others.flatMap(([id, hash]) => (hashes.has(id) && hashes.get(id) !== hash ? [id] : [])))
}

/** Stands in for the cases that a stopped run never reached, so that they count as not run. */
function stoppedBefore({ plan, summary }: Run, other: Run): CaseCounter | undefined {
  const { selected } = plan.dataset
  const isSame = isSameDataset(plan, other.plan) && String(selected) === String(other.plan.dataset.selected)
  if (!isSame || plan.dataset.sha256 === undefined || summary?.unfinished === 0) return undefined
  // A run that stopped because it was decided has not lost any cases.
  const results = summary?.stoppedEarly === undefined ? 1 : 0
  return { results, evaluated: 0, passed: 0, verdict: 'not-evaluated', why: 'not-run', position: 0, number: -1 }
}

/** Most runs have no labels, and the correction is loaded only when both have some. */
async function correctedByLabels(
  first: CountedRun,
  second: CountedRun,
  shared: readonly CompareRunsShare[],
): Promise<RunComparison['corrected']> {
  const [before, after] = [await labelledRun(first), await labelledRun(second)]
  if (before === undefined || after === undefined) return undefined
  const cases = new Set(shared.map(({ caseId }) => caseId))
  const { correctedComparison } = await import('./corrected/corrected-comparison.ts')
  return correctedComparison(before, after, { cases, slices: second.caseSlices })
}

async function labelledRun({ run: { plan }, results }: CountedRun) {
  const labels = (await results.labels?.()) ?? []
  return labels.length === 0 ? undefined : { plan, labels, scoredCases: () => results.scoredCases() }
}

function changesOf(shared: readonly CompareRunsShare[]): ReadonlyMap<string, ComparedCase['change']> {
  const changes = new Map<string, ComparedCase['change']>()
  for (const { caseId, first, second } of shared) {
    const [one, other] = [passShare(first), passShare(second)]
    if (one === null || other === null) continue
    changes.set(caseId, one === other ? undefined : other > one ? 'better' : 'worse')
  }
  return changes
}

function countOf(changes: ReadonlyMap<string, ComparedCase['change']>, change: ComparedCase['change']): number {
  return [...changes.values()].filter((one) => one === change).length
}

function lowerIsBetter({ plan }: Run): (metric: string) => boolean {
  const lower = new Set(plan.metrics.flatMap(({ name, polarity }) => (polarity === 'lower-is-better' ? name : [])))
  return (metric) => lower.has(metric)
}

type CounterColumn = Parameters<typeof meanIn>[0]
type MetricPair = { readonly metric: string; readonly first: CounterColumn; readonly second: CounterColumn }

function metricPairs({ values: one }: RunCounter, { values: other }: RunCounter): readonly MetricPair[] {
  const names = [...new Set([...one.keys(), ...other.keys()])]
  return names
    .map((metric) => ({ metric, first: one.get(metric), second: other.get(metric) }))
    .filter(({ first, second }) => [first, second].some((column) => column !== undefined && column.sums.length > 0))
}

/** Returns the direction in which the metrics that both runs have moved in a case. */
function movedOf(
  { first, second }: CompareRunsComparison,
  metrics: readonly MetricPair[],
  isLower: (metric: string) => boolean,
): ComparedCase['moved'] {
  if (first === undefined || second === undefined) return undefined
  let moved: ComparedCase['moved']
  for (const { metric, ...columns } of metrics) {
    const one = meanIn(columns.first, first)
    const other = meanIn(columns.second, second)
    if (one === other) continue
    const direction = one === null || other === null ? 'other' : other > one !== isLower(metric) ? 'better' : 'worse'
    if (moved !== undefined && moved !== direction) return 'other'
    moved = direction
  }
  return moved
}

function comparedRun({ plan, summary }: Run): ComparedRun {
  return {
    runId: plan.runId,
    ...(plan.name !== undefined && { name: plan.name }),
    passRate: summary?.passRate ?? null,
    ...(summary !== undefined && { results: summary.results }),
  }
}

function comparedCase({ caseId, first, second }: CompareRunsComparison, metrics: readonly MetricPair[]): ComparedCase {
  const values = metrics.map(({ metric, first: one, second: other }) => ({
    metric,
    first: meanIn(one, first),
    second: meanIn(other, second),
  }))
  const isScored = (value: (typeof values)[number]) => value.first !== null || value.second !== null
  return {
    caseId,
    first: first?.verdict,
    second: second?.verdict,
    positions: positionsOf(first?.position, second?.position),
    values: values.every(isScored) ? values : values.filter(isScored),
  }
}

/** Written out because objects built by spreading take twice the memory, which matters at 100,000 cases. */
function positionsOf(first: number | undefined, second: number | undefined): ComparedCase['positions'] {
  if (first === undefined) return second === undefined ? {} : { second }
  return second === undefined ? { first } : { first, second }
}

function namedCases(cases: readonly { readonly caseId: string }[]): NamedCases {
  return { count: cases.length, caseIds: cases.slice(0, namedAtMost).map(({ caseId }) => caseId) }
}

function unevaluatedCases(shared: readonly CompareRunsShare[]): RunComparison['unevaluated'] {
  const missing = (side: 'first' | 'second', other: 'first' | 'second'): UnevaluatedCases => {
    const cases = shared.filter((one) => one[side].evaluated === 0 && one[other].evaluated > 0)
    const counts = new Map<WhyUnevaluated, number>()
    for (const { [side]: counter } of cases) {
      const reason = counter.why ?? 'abstained'
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    const why = [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count)
    return { ...namedCases(cases), why }
  }
  return {
    first: missing('first', 'second'),
    second: missing('second', 'first'),
    both: shared.filter(({ first, second }) => first.evaluated === 0 && second.evaluated === 0).length,
  }
}

function evaluationOf(shared: readonly CompareRunsShare[], seed: number): RunComparison['evaluation'] {
  const both = shared.filter(({ first, second }) => first.results > 0 && second.results > 0)
  if (both.length === 0) return undefined
  const shares = pairedValues(both, ({ first, second }) => [
    first.evaluated / first.results,
    second.evaluated / second.results,
  ])
  const { name, p, difference } = comparePaired(shares, seed)
  // When nothing was evaluated, no test is needed.
  const nothingLeft = shares.second.every((share) => share === 0)
  const less = difference.value < 0 && (p < 1 - difference.level || nothingLeft)
  return { name, p, difference, less }
}

/** Compares each metric over the cases that both runs scored, with Holm's correction over the metrics. */
function comparedMetrics(
  shared: readonly CompareRunsShare[],
  metrics: readonly MetricPair[],
  { isLower, seed }: { readonly isLower: (metric: string) => boolean; readonly seed: number },
): readonly MetricComparison[] {
  const compared = metrics.flatMap(({ metric, first: one, second: other }) => {
    const values = pairedValues(shared, ({ first, second }) => [meanIn(one, first), meanIn(other, second)])
    if (values.first.length === 0) return []
    const { name, p, difference } = comparePaired(values, seed)
    return [{ metric, ...meansOf(values), name, p, difference, ...(isLower(metric) && { lowerIsBetter: true }) }]
  })
  const adjusted = holm(compared.map(({ p }) => p))
  return compared.map((one, index) => ({ ...one, adjustedP: adjusted[index] ?? 1 }))
}

function comparedQuantities(
  shared: readonly CompareRunsShare[],
  before: RunCounter,
  after: RunCounter,
): readonly QuantityComparison[] {
  return [...before.quantities].flatMap(([quantity, column]) => {
    const other = after.quantities.get(quantity)
    if (column.sums.length === 0 || other?.sums.length === 0) return []
    const values = pairedValues(shared, ({ first, second }) => [meanIn(column, first), meanIn(other, second)])
    if ([values.first, values.second].every((side) => side.every((value) => value === 0))) return []
    return [{ quantity, ...meansOf(values), difference: quantityDifference(values) }]
  })
}

function testOf(shared: readonly CompareRunsShare[], seed: number): NonNullable<RunComparison['test']> {
  const test = comparePaired(
    pairedValues(shared, ({ first, second }) => [passShare(first), passShare(second)]),
    seed,
  )
  if (shared.every((one) => keptShare(one) === 1)) return test
  const withLost = pairedValues(shared, ({ first, second }) => {
    const kept = keptShare({ first, second })
    const share = kept === 0 ? 0 : passShare(second)
    return [passShare(first), share === null ? null : share * kept]
  })
  const { p, difference } = comparePaired(withLost, seed)
  return { ...test, withLost: { p, difference } }
}

/** Returns how much of what the first run evaluated of a case the second one did too. A case that was not run is no loss. */
function keptShare({ first, second }: Omit<CompareRunsShare, 'caseId'>): number {
  if (first.evaluated === 0 || second.why === 'not-run') return 1
  return Math.min(1, second.evaluated / second.results / (first.evaluated / first.results))
}

function pairedValues(
  shared: readonly CompareRunsShare[],
  read: (share: CompareRunsShare) => readonly [number | null, number | null],
): PairedValues {
  const columns = { first: new Float64Array(shared.length), second: new Float64Array(shared.length) }
  let count = 0
  for (const one of shared) {
    const [first, second] = read(one)
    if (first === null || second === null) continue
    columns.first[count] = first
    columns.second[count] = second
    count += 1
  }
  return { first: columns.first.subarray(0, count), second: columns.second.subarray(0, count) }
}

function meansOf({ first, second }: PairedValues): Pick<QuantityComparison, 'n' | 'first' | 'second'> {
  return { n: first.length, first: meanOf(first), second: meanOf(second) }
}

function meanOf(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0) / column.length
}
