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
import { type ValuePair, pairedComparison, quantityDifference } from './paired-comparison.ts'
import { type RunResults, storedResults } from './run-results.ts'
import { isSameDataset, settingDifferences } from './setting-differences.ts'

/**
 * Compares two runs on the cases that both evaluated; the first is the baseline. Repeats of a case count as its pass rate.
 * What was not evaluated is in no difference: whether less was evaluated is a question of its own.
 */
export async function compareCounted(former: CountedRun, latter: CountedRun): Promise<RunComparison> {
  const { run: first, counter: before } = former
  const { run: second, counter: after } = latter
  const changed = await changedCases(former, latter)
  const ids = [...new Set([...before.cases.keys(), ...after.cases.keys()])]
  const all = ids.map((caseId) => ({ caseId, first: before.cases.get(caseId), second: after.cases.get(caseId) }))
  const neverRun = { first: stoppedBefore(first, second), second: stoppedBefore(second, first) }
  const shared = all.flatMap(({ caseId, first: one = neverRun.first, second: other = neverRun.second }) =>
    one === undefined || other === undefined || changed.has(caseId) ? [] : [{ caseId, first: one, second: other }],
  )
  const named = shared.flatMap((pair) => verdictPair(pair) ?? [])
  const pairs = named.map(({ first: one, second: other }) => ({ first: one, second: other }))
  const changes = new Map(named.map((pair) => [pair.caseId, changeOf(pair)]))
  const better = named.filter((pair) => changeOf(pair) === 'better').length
  const worse = named.filter((pair) => changeOf(pair) === 'worse').length
  const isLower = lowerIsBetter(first)
  const metrics = metricPairs(before, after)
  const cases = all.map((one): ComparedCase => {
    if (changed.has(one.caseId)) return { ...comparedCase(one, metrics), changed: true }
    const change = changes.get(one.caseId)
    const moved = movedOf(one, metrics, isLower)
    return {
      ...comparedCase(one, metrics),
      ...(change !== undefined && { change }),
      ...(moved !== undefined && { moved }),
    }
  })
  const sameBut = (moved: ComparedCase['moved']) =>
    cases.filter((one) => one.moved === moved && one.change === undefined && changes.has(one.caseId)).length
  const { seed } = second.plan
  const corrected = await correctedByLabels(former, latter, new Set(shared.map(({ caseId }) => caseId)))
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
    same: pairs.length - better - worse,
    moved: { better: sameBut('better'), worse: sameBut('worse'), other: sameBut('other') },
    changed: namedCases(all.filter(({ caseId }) => changed.has(caseId))),
    onlyInOne: onlyIn.first.count + onlyIn.second.count,
    onlyIn,
    unevaluated: unevaluatedCases(shared),
    ...(pairs.length > 0 && { test: pairedComparison(pairs, seed) }),
    ...(evaluation !== undefined && { evaluation }),
    metrics: comparedMetrics(shared, metrics, { isLower, seed }),
    quantities: comparedQuantities(shared, before, after),
    ...(corrected !== undefined && { corrected }),
  }
}

/** The same of runs that were not read yet. */
export async function compareResults(former: RunResults, latter: RunResults): Promise<RunComparison> {
  return compareCounted(await countRun(former), await countRun(latter))
}

/** The same of two runs in one store. */
export async function compareRuns(
  first: Run,
  second: Run,
  store: Parameters<typeof storedResults>[1],
): Promise<RunComparison> {
  return compareResults(storedResults(first, store), storedResults(second, store))
}

/** Whether the test says that the second run is worse on the cases that both evaluated. */
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

/** Names that stand for different cases in two datasets; where the files are the same, nobody has to look. */
async function changedCases(first: CountedRun, second: CountedRun): Promise<ReadonlySet<string>> {
  const plans = [first.run.plan, second.run.plan] as const
  if (plans[0].dataset.sha256 !== undefined && isSameDataset(...plans)) return new Set()
  const hashes = await first.caseHashes()
  const others = [...(await second.caseHashes())]
  return new Set(others.flatMap(([id, hash]) => (hashes.has(id) && hashes.get(id) !== hash ? [id] : [])))
}

/** What a run that was stopped has of the other cases of its dataset. */
function stoppedBefore({ plan, summary }: Run, other: Run): CaseCounter | undefined {
  const { selected } = plan.dataset
  const isSame = isSameDataset(plan, other.plan) && String(selected) === String(other.plan.dataset.selected)
  if (!isSame || plan.dataset.sha256 === undefined || summary?.unfinished === 0) return undefined
  // That a run stops when it is decided is no sign that less can be evaluated.
  const results = summary?.stoppedEarly === undefined ? 1 : 0
  return { results, evaluated: 0, passed: 0, verdict: 'not-evaluated', why: 'not-run', position: 0, number: -1 }
}

/** Nobody labels most runs, and without labels on both there is nothing to load. */
async function correctedByLabels(
  first: CountedRun,
  second: CountedRun,
  cases: ReadonlySet<string>,
): Promise<RunComparison['corrected']> {
  const [before, after] = [await labelledRun(first), await labelledRun(second)]
  if (before === undefined || after === undefined) return undefined
  const { correctedComparison } = await import('./corrected/corrected-comparison.ts')
  return correctedComparison(before, after, { cases, slices: second.caseSlices })
}

async function labelledRun({ run: { plan }, results }: CountedRun) {
  const labels = (await results.labels?.()) ?? []
  return labels.length === 0 ? undefined : { plan, labels, scoredCases: () => results.scoredCases() }
}

function verdictPair({
  caseId,
  first,
  second,
}: CompareRunsShare): (ValuePair & { readonly caseId: string }) | undefined {
  const [one, other] = [passShare(first), passShare(second)]
  return one === undefined || other === undefined ? undefined : { caseId, first: one, second: other }
}

function changeOf({ first, second }: ValuePair): ComparedCase['change'] {
  if (first === second) return undefined
  return second > first ? 'better' : 'worse'
}

function lowerIsBetter({ plan }: Run): (metric: string) => boolean {
  const lower = new Set(plan.metrics.flatMap(({ name, polarity }) => (polarity === 'lower-is-better' ? name : [])))
  return (metric) => lower.has(metric)
}

type CounterColumn = Parameters<typeof meanIn>[0]
type MetricPair = { readonly metric: string; readonly first: CounterColumn; readonly second: CounterColumn }

/** Where the values of each metric stand in both runs, in the order of the first. */
function metricPairs({ values: one }: RunCounter, { values: other }: RunCounter): readonly MetricPair[] {
  const names = [...new Set([...one.keys(), ...other.keys()])]
  return names.map((metric) => ({ metric, first: one.get(metric), second: other.get(metric) }))
}

/** In which direction the metrics of a case went that both runs have. */
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
  return {
    caseId,
    first: first?.verdict,
    second: second?.verdict,
    positions: {
      ...(first !== undefined && { first: first.position }),
      ...(second !== undefined && { second: second.position }),
    },
    values: metrics.flatMap(({ metric, ...columns }) => {
      const values = { first: meanIn(columns.first, first), second: meanIn(columns.second, second) }
      return values.first === null && values.second === null ? [] : { metric, ...values }
    }),
  }
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
  const pairs = both.map(({ first, second }) => ({
    first: first.evaluated / first.results,
    second: second.evaluated / second.results,
  }))
  const { name, p, difference } = pairedComparison(pairs, seed)
  // Where nothing at all is left, no test has to say so.
  const nothingLeft = pairs.every(({ second }) => second === 0)
  const less = difference.value < 0 && (p < 1 - difference.level || nothingLeft)
  return { name, p, difference, less }
}

/** Each metric over the cases that it scored in both runs, with Holm's correction for there being several. */
function comparedMetrics(
  shared: readonly CompareRunsShare[],
  metrics: readonly MetricPair[],
  { isLower, seed }: { readonly isLower: (metric: string) => boolean; readonly seed: number },
): readonly MetricComparison[] {
  const compared = metrics.flatMap(({ metric, first: one, second: other }) => {
    const pairs = valuePairs(shared, ({ first, second }) => [meanIn(one, first), meanIn(other, second)])
    if (pairs.length === 0) return []
    const { name, p, difference } = pairedComparison(pairs, seed)
    return [{ metric, ...meansOf(pairs), name, p, difference, ...(isLower(metric) && { lowerIsBetter: true }) }]
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
    const pairs = valuePairs(shared, ({ first, second }) => [meanIn(column, first), meanIn(other, second)])
    if (pairs.every(({ first, second }) => first === 0 && second === 0)) return []
    return [{ quantity, ...meansOf(pairs), difference: quantityDifference(pairs) }]
  })
}

function valuePairs(
  shared: readonly CompareRunsShare[],
  read: (share: CompareRunsShare) => readonly [number | null, number | null],
): readonly ValuePair[] {
  const pairs: ValuePair[] = []
  for (const one of shared) {
    const [first, second] = read(one)
    if (first !== null && second !== null) pairs.push({ first, second })
  }
  return pairs
}

function meansOf(pairs: readonly ValuePair[]): { readonly n: number; readonly first: number; readonly second: number } {
  const mean = (side: keyof ValuePair) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length
  return { n: pairs.length, first: mean('first'), second: mean('second') }
}
