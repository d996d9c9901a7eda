import type { Estimate, Verdict } from '../core/index.ts'
import { correctedMean } from '../statistics/corrected/corrected-mean.ts'
import { holm } from '../statistics/multiple-comparisons.ts'
import { bonettPriceInterval, mcnemarTest } from '../statistics/paired.ts'
import { rateOver } from '../statistics/rate.ts'
import { type NewModeChance, newModeChance } from '../statistics/unseen-modes.ts'
import { type FailureFeatures, weightOf } from './failure-features.ts'
import { groupFailures } from './failure-groups.ts'
import { type FailureMode, codeByModes } from './failure-modes.ts'

export type AtlasResult = {
  readonly caseId: string
  readonly repeat: number
  readonly verdict: Verdict
  readonly features: FailureFeatures
  /** Whether people say that it passed, where they said something. */
  readonly labelPassed?: boolean | undefined
}

export type AtlasMode = FailureMode & {
  /** Whether it stands in the file of modes already. */
  readonly known: boolean
  readonly failures: number
  /** Its share of all evaluated results, for each run. */
  readonly shares: readonly (Estimate | null)[]
  /** The same as people would have it, where they labelled enough results. */
  readonly corrected: readonly (Estimate | null)[]
  /** Of two runs: cases in which it occurs in one of them only. */
  readonly change?: {
    readonly onlyFirst: number
    readonly onlySecond: number
    /** Second less first. */
    readonly difference: Estimate
    readonly p: number
    /** For as many modes as there are, by Holm. */
    readonly adjustedP: number
  }
}

export type FailureAtlas = {
  readonly evaluated: readonly number[]
  readonly failures: readonly number[]
  readonly modes: readonly AtlasMode[]
  /** Failures of no mode: like no other, or in no group that would come out again. */
  readonly ungrouped: readonly string[]
  /** How surely new groups come out again; null where nothing was grouped, which says nothing of kinds of failure. */
  readonly stability: number | null
  readonly newMode: NewModeChance | null
}

const fewestLabels = 10
const mostExamples = 5

/** Codes the failures of one or two runs by the modes that are known, groups the others, and says how frequent each mode is. */
export function failureAtlas(
  runs: readonly (readonly AtlasResult[])[],
  { known, seed }: { readonly known: readonly FailureMode[]; readonly seed: number },
): FailureAtlas {
  const evaluated = runs.map((results) => results.filter(({ verdict }) => verdict !== 'not-evaluated'))
  const failures = evaluated.flatMap((results) => results.filter(isFailure))
  const codes = codeByModes(
    failures.map(({ features }) => features),
    known,
  )
  const others = failures.filter((_, index) => codes[index] === null)
  const groups = groupFailures(
    others.map(({ features }) => features),
    seed,
  )
  const byGroup = Map.groupBy(others, (_, index) => groups?.labels[index] ?? -1)
  const together = [...byGroup].flatMap(([label, members]) => (label >= 0 && members.length > 1 ? [members] : []))
  const newModes = together.map((members, index) => proposedMode(members, { index, known }))
  const members = [...known.map(({ name }) => failures.filter((_, index) => codes[index] === name)), ...together]
  const modes = withAdjusted(
    [...known, ...newModes].map((mode, index) => ({
      ...mode,
      known: index < known.length,
      ...measuresOf(new Set(members[index]), evaluated),
    })),
  )
  const grouped = new Set(members.flat())
  const ungrouped = failures.filter((failure) => !grouped.has(failure))
  const canTell = groups !== null || others.length === 0
  return {
    evaluated: evaluated.map(({ length }) => length),
    failures: evaluated.map((results) => results.filter(isFailure).length),
    modes: modes.toSorted((one, other) => other.failures - one.failures),
    ungrouped: [...new Set(ungrouped.map(({ caseId }) => caseId))],
    stability: groups?.stability ?? null,
    newMode: canTell ? newModeChance([...members.map(({ length }) => length), ...ungrouped.map(() => 1)]) : null,
  }
}

function isFailure({ verdict }: AtlasResult): boolean {
  return verdict === 'failed' || verdict === 'error'
}

/** A mode with what most of its failures show for a name, until a person gives it a better one. */
function proposedMode(
  members: readonly AtlasResult[],
  { index, known }: { readonly index: number; readonly known: readonly FailureMode[] },
): FailureMode {
  const counts = Map.groupBy(
    members.flatMap(({ features }) => features),
    (feature) => feature,
  )
  const signs = [...counts]
    .filter(([, { length }]) => length * 2 >= members.length)
    .toSorted(([one, first], [other, second]) => weightOf(other) * second.length - weightOf(one) * first.length)
    .map(([sign]) => sign)
  const name = `${known.length + index + 1}: ${signs[0] ?? 'mixed'}`.slice(0, 200)
  const isTaken = known.some((mode) => mode.name === name)
  const alike = Map.groupBy(members, ({ features }) => features.join('\n'))
  // One of each look first.
  const chosen = new Set([...[...alike.values()].flatMap(([one]) => one ?? []), ...members])
  return {
    name: isTaken ? `${name} (new)` : name,
    definition: signs.slice(0, 6).join('; '),
    examples: [...chosen]
      .slice(0, mostExamples)
      .map(({ caseId, features }) => ({ case: caseId, evidence: [...features] })),
  }
}

function measuresOf(members: ReadonlySet<AtlasResult>, runs: readonly (readonly AtlasResult[])[]) {
  const isMember = (result: AtlasResult) => members.has(result)
  const [first, second] = runs
  return {
    failures: members.size,
    shares: runs.map((results) => rateOver(results, isMember, 0.95)),
    corrected: runs.map((results) => correctedShare(results, isMember)),
    ...(first !== undefined && second !== undefined && changeOf(first, second, isMember)),
  }
}

type IsMember = (result: AtlasResult) => boolean

/** By labels drawn at random; a failure that people call passed is of no mode. */
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

/** Cases that both runs evaluated, as many repeats of each as both have: whether the mode occurs in any of them. */
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

function withAdjusted(modes: readonly AtlasMode[]): readonly AtlasMode[] {
  const adjusted = holm(modes.map(({ change }) => change?.p ?? 1))
  return modes.map((mode, index) =>
    mode.change === undefined ? mode : { ...mode, change: { ...mode.change, adjustedP: adjusted[index] ?? 1 } },
  )
}
