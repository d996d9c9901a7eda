import type { JudgedItem, JudgeRace } from '../../core/index.ts'
import { pairedComparison } from '../../runner/paired-comparison.ts'
import { clusteredMeanInterval } from '../../statistics/clustered.ts'
import { agreementOf } from '../../statistics/agreement/agreement.ts'
import { holm } from '../../statistics/multiple-comparisons.ts'

export type Contender = Pick<JudgeRace['judges'][number], 'name' | 'judge' | 'metric' | 'config'> & {
  readonly items: readonly JudgedItem[]
}

/**
 * Compares judges over the same labelled results, each pair on the same cases: by McNemar's test, or by sign flips where a case
 * has several results. An unanswered question counts as disagreement, so that no judge wins by its silence.
 */
export function raceJudges(contenders: readonly Contender[], { seed }: { readonly seed: number }): JudgeRace {
  const all = contenders.flatMap(({ items }) => items)
  const places = new Map(all.map(({ id, case: cluster }) => [id, cluster]))
  const untied = new Set(all.filter(({ people }) => (people.passed ?? people.value) !== undefined).map(({ id }) => id))
  const runners = contenders
    .map((contender) => runnerOf(contender, { untied, places, seed }))
    .toSorted((one, other) => other.judge.agreement.value - one.judge.agreement.value)
  const differences = differencesOf(runners, seed)
  const [best] = runners
  const toldFromBest = differences.flatMap(({ first, second, apart }) =>
    apart && [first, second].includes(best?.judge.name ?? '') ? [first, second] : [],
  )
  return {
    results: untied.size,
    cases: new Set([...untied].map((id) => places.get(id))).size,
    tied: places.size - untied.size,
    judges: runners.map(({ judge }) => judge),
    differences,
    best: runners.map(({ judge }) => judge.name).filter((name, index) => index === 0 || !toldFromBest.includes(name)),
  }
}

type Places = {
  readonly untied: ReadonlySet<string>
  readonly places: ReadonlyMap<string, string>
  readonly seed: number
}

/** The interval of a rate over no results. */
const nothing = { low: 0, high: 1, n: 0, level: 0.95, method: 'none' }

type Runner = {
  readonly judge: JudgeRace['judges'][number]
  /** Agreement with people by case, from 0 to 1. */
  readonly cases: ReadonlyMap<string, number>
}

function runnerOf({ items, ...contender }: Contender, { untied, places, seed }: Places): Runner {
  const own = new Map(items.map((item) => [item.id, item]))
  const agreed = [...untied].map((id) => ({ cluster: places.get(id) ?? id, agreed: agreementIn(own.get(id)) }))
  const agreement = clusteredMeanInterval(
    agreed.map((one) => one.agreed),
    agreed.map(({ cluster }) => cluster),
    { bounds: [0, 1] },
  )
  const value = meanOf(agreed.map((one) => one.agreed)) ?? 0
  const pairs = items.flatMap(({ people, judge, case: cluster }) =>
    judge === undefined ? [] : [{ first: people, second: judge, cluster }],
  )
  const answered = items.filter(({ id, judge }) => untied.has(id) && judge !== undefined).length
  const dollars = meanOf(items.flatMap((item) => item.dollars ?? []))
  const seconds = meanOf(items.flatMap((item) => item.seconds ?? []))
  const byCase = Map.groupBy(agreed, ({ cluster }) => cluster)
  return {
    judge: {
      ...contender,
      answered,
      agreement: { ...(agreement ?? nothing), value },
      kappa: agreementOf(pairs, { seed }).kappa,
      ...(dollars !== undefined && { dollars }),
      ...(seconds !== undefined && { seconds }),
    },
    cases: new Map([...byCase].map(([cluster, ofCase]) => [cluster, meanOf(ofCase.map((one) => one.agreed)) ?? 0])),
  }
}

/** How near the judge came to people, from 0 to 1. */
function agreementIn(item: JudgedItem | undefined): number {
  if (item?.judge === undefined) return 0
  const { people, judge } = item
  if (people.passed !== undefined && judge.passed !== undefined) return Number(people.passed === judge.passed)
  if (people.value === undefined || judge.value === undefined) return 0
  return 1 - Math.min(1, Math.abs(people.value - judge.value))
}

function differencesOf(runners: readonly Runner[], seed: number): JudgeRace['differences'] {
  const pairs = runners.flatMap((first, index) => runners.slice(index + 1).map((second) => ({ first, second })))
  const tested = pairs.flatMap(({ first, second }) => {
    const cases = [...first.cases].map(([cluster, one]) => ({ first: one, second: second.cases.get(cluster) ?? 0 }))
    if (cases.length === 0) return []
    const { name, p, enough, casesNeeded } = pairedComparison(cases, seed)
    const needed = enough ? undefined : casesNeeded
    return [{ first: first.judge.name, second: second.judge.name, name, p, needed, cases }]
  })
  const ps = tested.map(({ p }) => p)
  const adjusted = holm(ps)
  return tested.map(({ needed, cases, ...one }, index) => {
    const adjustedP = adjusted[index] ?? 1
    const apart = adjustedP < alpha
    const { difference } = pairedComparison(cases, seed, levelOf(one.p, { ps, adjusted }))
    return { ...one, difference, adjustedP, apart, ...(!apart && needed !== undefined && { casesNeeded: needed }) }
  })
}

const alpha = 0.05

/** The level at which Holm's procedure tests a pair: strictest for the smallest p value, and equal for all that it does not reject. */
function levelOf(
  p: number,
  { ps, adjusted }: { readonly ps: readonly number[]; readonly adjusted: readonly number[] },
) {
  const rejected = adjusted.filter((one) => one < alpha).length
  const clearer = ps.filter((one) => one < p).length
  return 1 - alpha / Math.max(1, ps.length - Math.min(clearer, rejected))
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}
