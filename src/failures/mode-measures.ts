import type { Estimate } from '../core/index.ts'
import { correctedMean } from '../statistics/corrected/corrected-mean.ts'
import { holm } from '../statistics/multiple-comparisons.ts'
import { bonettPriceInterval, mcnemarTest } from '../statistics/paired.ts'
import { rateOver } from '../statistics/rate.ts'
import { type AtlasResult, isFailure } from './atlas-result.ts'

export type ModeMeasures = {
  /** Metrics that noticed at least half of its failures, so they would notice its examples as cases too. */
  readonly watchedBy: readonly string[]
  readonly failures: number
  /** Its share of all evaluated results, for each run. */
  readonly shares: readonly (Estimate | null)[]
  /** The share corrected by human labels, when there are enough. */
  readonly corrected: readonly (Estimate | null)[]
  /** The cases of two runs in which the mode occurs in only one of them. */
  readonly change?: {
    readonly onlyFirst: number
    readonly onlySecond: number
    /** The second run minus the first. */
    readonly difference: Estimate
    readonly p: number
    /** Adjusted for the number of modes by Holm's method. */
    readonly adjustedP: number
  }
}

const fewestLabels = 10

type ModeMembers = {
  readonly evaluated: readonly (readonly AtlasResult[])[]
  readonly members: ReadonlySet<AtlasResult>
  readonly coded: ReadonlyMap<AtlasResult, string | null>
}

export function modeMeasuresOf(name: string, { evaluated, members, coded }: ModeMembers) {
  const isMember = (result: AtlasResult) => members.has(result)
  const isCoded = (result: AtlasResult) => coded.get(result) === name
  const [first, second] = evaluated
  return {
    watchedBy: watchersOf([...members]),
    failures: members.size,
    shares: evaluated.map((results) => rateOver(results, isMember, 0.95)),
    corrected: evaluated.map((results) => shareAsRead(results, { name, isCoded }) ?? correctedShare(results, isMember)),
    ...(first !== undefined && second !== undefined && changeOf(first, second, isMember)),
  }
}

function watchersOf(members: readonly AtlasResult[]): readonly string[] {
  const noticed = members.flatMap(({ features }) => features.flatMap((one) => /^metric (.+)$/.exec(one)?.[1] ?? []))
  const counts = [...Map.groupBy(noticed, (metric) => metric)]
  return counts.flatMap(([metric, { length }]) => (length * 2 >= members.length ? [metric] : []))
}

type IsMember = (result: AtlasResult) => boolean

/** Estimates the share by failures that people read at random: PPI++ among the failures, times the failure rate. */
function shareAsRead(
  results: readonly AtlasResult[],
  { name, isCoded }: { readonly name: string; readonly isCoded: IsMember },
): Estimate | null {
  const failures = results.filter(isFailure).map((result) => ({
    judged: isCoded(result) ? 1 : 0,
    label: result.read?.mode === name ? 1 : 0,
    cluster: result.caseId,
    isLabelled: result.read !== undefined,
  }))
  const labelled = failures.filter(({ isLabelled }) => isLabelled)
  if (labelled.length < fewestLabels) return null
  const unlabelled = failures.filter(({ isLabelled }) => !isLabelled)
  const ofFailures = correctedMean({ labelled, unlabelled }, { bounds: [0, 1] })?.estimate
  const failing = rateOver(results, isFailure, 0.95)
  return ofFailures === undefined || failing === null ? null : productOf(ofFailures, failing)
}

/** Multiplies two independent shares; the distances to their limits add up like standard deviations. */
function productOf(one: Estimate, other: Estimate): Estimate {
  const value = one.value * other.value
  const distance = (end: 'low' | 'high') =>
    Math.hypot((one[end] - one.value) * other.value, (other[end] - other.value) * one.value)
  return {
    ...one,
    value,
    low: Math.max(0, value - distance('low')),
    high: Math.min(1, value + distance('high')),
    n: other.n,
  }
}

/** Corrects the share by labels drawn at random. A failure that people labelled as passed has no mode. */
function correctedShare(results: readonly AtlasResult[], isMember: IsMember): Estimate | null {
  const judged = results.map((result) => ({
    judged: isMember(result) ? 1 : 0,
    label: isMember(result) && result.labelPassed === false ? 1 : 0,
    cluster: result.caseId,
    isLabelled: result.labelPassed !== undefined,
  }))
  const labelled = judged.filter(({ isLabelled }) => isLabelled)
  if (labelled.length < fewestLabels) return null
  const unlabelled = judged.filter(({ isLabelled }) => !isLabelled)
  return correctedMean({ labelled, unlabelled }, { bounds: [0, 1] })?.estimate ?? null
}

/** Compares the cases that both runs evaluated, with as many repeats of each as both have. */
function changeOf(first: readonly AtlasResult[], second: readonly AtlasResult[], isMember: IsMember) {
  const others = Map.groupBy(second, ({ caseId }) => caseId)
  let [cases, onlyFirst, onlySecond] = [0, 0, 0]
  for (const [caseId, results] of Map.groupBy(first, (result) => result.caseId)) {
    const other = others.get(caseId)
    if (other === undefined) continue
    const repeats = Math.min(results.length, other.length)
    const [inFirst, inSecond] = [results, other].map((ones) => ones.slice(0, repeats).some(isMember))
    cases += 1
    if (inFirst === true && inSecond === false) onlyFirst += 1
    if (inFirst === false && inSecond === true) onlySecond += 1
  }
  if (cases === 0) return {}
  const { p } = mcnemarTest(onlyFirst, onlySecond)
  return {
    change: { onlyFirst, onlySecond, difference: bonettPriceInterval(onlySecond, onlyFirst, cases), p, adjustedP: p },
  }
}

export function withAdjustedTests<Mode extends ModeMeasures>(modes: readonly Mode[]): readonly Mode[] {
  const adjusted = holm(modes.map(({ change }) => change?.p ?? 1))
  return modes.map((mode, index) =>
    mode.change === undefined ? mode : { ...mode, change: { ...mode.change, adjustedP: adjusted[index] ?? 1 } },
  )
}
