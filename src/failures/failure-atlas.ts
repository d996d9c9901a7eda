import type { Measurement } from '../core/index.ts'
import { cohenKappa } from '../statistics/agreement/cohen-kappa.ts'
import { type NewModeChance, modesFound, newModeChance } from '../statistics/unseen-modes.ts'
import { type AtlasResult, isFailure } from './atlas-result.ts'
import { weightOf } from './failure-features.ts'
import { groupFailures } from './failure-groups.ts'
import { type FailureMode, codeByModes } from './failure-modes.ts'
import { type ModeMeasures, modeMeasuresOf, withAdjustedTests } from './mode-measures.ts'
import type { ModelCodes } from './model-codes.ts'

export type AtlasMode = FailureMode &
  ModeMeasures & {
    /** True when the file of modes already has this mode. */
    readonly known: boolean
  }

type FailureCode = {
  readonly run: number
  readonly caseId: string
  readonly position: number
  readonly repeat: number
  readonly mode: string | null
  readonly by: 'person' | 'model' | 'evidence'
  /** The mode by evidence or model, whatever a person read. */
  readonly coded: string | null
  readonly read?: AtlasResult['read']
  readonly note?: string
}

export type FailureAtlas = {
  readonly evaluated: readonly number[]
  readonly failures: readonly number[]
  /** Results of each run's plan that were not evaluated or not played. */
  readonly unknown: readonly number[]
  readonly modes: readonly AtlasMode[]
  readonly codes: readonly FailureCode[]
  /** Case ids of failures without a mode: they resemble no other, or their group is not stable. */
  readonly ungrouped: readonly string[]
  /** Stability of the new groups; null when nothing was grouped. */
  readonly stability: number | null
  readonly newMode: NewModeChance | null
  /** Modes known after each failure that people read, and the chance that the next failure is of a new mode. */
  readonly reading?: { readonly found: readonly number[]; readonly newMode: NewModeChance | null }
  /** Counts of the model's answers, and its agreement with people (Cohen's kappa). */
  readonly model?: Pick<ModelCodes, 'judge' | 'asked' | 'unreadable' | 'wrongIds' | 'unsettled'> & {
    readonly kappa: Measurement
  }
}

const mostExamples = 5

/** Returns the failures of all runs in the order in which they are coded. */
export function failuresIn(runs: readonly (readonly AtlasResult[])[]): readonly AtlasResult[] {
  return runs.flatMap((results) => results.filter(isFailure))
}

type AtlasOptions = {
  /** How many results each run was to have; defaults to those that it has. */
  readonly planned?: readonly number[]
  readonly known: readonly FailureMode[]
  readonly seed: number
  /** Codes of `failuresIn` by a model, in place of those by evidence. */
  readonly model?: ModelCodes | undefined
}

/**
 * Codes the failures of one or two runs by the known modes, makes modes for the rest, and estimates how frequent each
 * mode is. A person's reading counts before evidence or a model.
 */
export function failureAtlas(runs: readonly (readonly AtlasResult[])[], options: AtlasOptions): FailureAtlas {
  const { known, model, planned = runs.map(({ length }) => length) } = options
  const evaluated = runs.map((results) => results.filter(({ verdict }) => verdict !== 'not-evaluated'))
  const failures = failuresIn(runs)
  const { codes, fresh, stability } =
    model === undefined ? codesByEvidence(failures, options) : codesByModel(failures, model)
  const coded = new Map(failures.map((failure, index) => [failure, codes[index] ?? null]))
  const modeOf = (failure: AtlasResult) => failure.read?.mode ?? coded.get(failure) ?? null
  const byMode = Map.groupBy(failures, modeOf)
  const named = [...known, ...fresh]
  const readOnly = [...byMode].flatMap(([name, members]) =>
    name === null || named.some((mode) => mode.name === name)
      ? []
      : [{ name, definition: '', examples: examplesOf(members) }],
  )
  const modes = withAdjustedTests(
    [...named, ...readOnly].map((mode, index) => ({
      ...mode,
      known: index < known.length,
      ...modeMeasuresOf(mode.name, { evaluated, members: new Set(byMode.get(mode.name)), coded }),
    })),
  )
  const ungrouped = byMode.get(null) ?? []
  const canTell = stability !== null || failures.every((failure, index) => codes[index] !== null || failure.read)
  const counts = [...modes.map((mode) => mode.failures), ...ungrouped.map(() => 1)]
  return {
    evaluated: evaluated.map(({ length }) => length),
    failures: evaluated.map((results) => results.filter(isFailure).length),
    unknown: evaluated.map(({ length }, run) => (planned[run] ?? length) - length),
    codes: codesOf(runs, { coded, model }),
    modes: modes.toSorted((one, other) => other.failures - one.failures),
    ungrouped: [...new Set(ungrouped.map(({ caseId }) => caseId))],
    stability,
    newMode: canTell || model !== undefined ? newModeChance(counts) : null,
    ...readingOf(failures),
    ...(model !== undefined && { model: { ...answersOf(model), kappa: agreementWithPeople(failures, codes) } }),
  }
}

function codesOf(
  runs: readonly (readonly AtlasResult[])[],
  { coded, model }: { readonly coded: ReadonlyMap<AtlasResult, string | null>; readonly model: ModelCodes | undefined },
): readonly FailureCode[] {
  const notes = model?.notes.values()
  return runs.flatMap((results, run) =>
    results.filter(isFailure).map((failure) => {
      const { caseId, position, repeat, read } = failure
      const own = coded.get(failure) ?? null
      const note = notes?.next().value
      const by = read !== undefined ? 'person' : model !== undefined ? 'model' : 'evidence'
      return {
        run,
        caseId,
        position,
        repeat,
        mode: read?.mode ?? own,
        by,
        coded: own,
        ...(read !== undefined && { read }),
        ...(typeof note === 'string' && { note }),
      }
    }),
  )
}

type Codes = {
  readonly codes: readonly (string | null)[]
  readonly fresh: readonly FailureMode[]
  readonly stability: number | null
}

function codesByEvidence(failures: readonly AtlasResult[], { known, seed }: AtlasOptions): Codes {
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
  const fresh = together.map((members, index) => proposedMode(members, { index, known }))
  const nameOf = new Map(together.flatMap((members, index) => members.map((one) => [one, fresh[index]?.name ?? null])))
  return {
    codes: failures.map((failure, index) => codes[index] ?? nameOf.get(failure) ?? null),
    fresh,
    stability: groups?.stability ?? null,
  }
}

function codesByModel(failures: readonly AtlasResult[], { codes, modes }: ModelCodes): Codes {
  const fresh = modes.map((mode) => ({
    ...mode,
    examples: examplesOf(failures.filter((_, index) => codes[index] === mode.name)),
  }))
  return { codes, fresh, stability: null }
}

function answersOf({ judge, asked, unreadable, wrongIds, unsettled }: ModelCodes) {
  return { judge, asked, unreadable, wrongIds, unsettled }
}

function readingOf(failures: readonly AtlasResult[]): Pick<FailureAtlas, 'reading'> {
  const read = failures.flatMap((failure) => failure.read ?? []).toSorted((one, other) => (one.at < other.at ? -1 : 1))
  if (read.length === 0) return {}
  const names = read.map(({ mode }) => mode)
  const counts = [...Map.groupBy(names, (name) => name).values()].map(({ length }) => length)
  return { reading: { found: modesFound(names), newMode: newModeChance(counts) } }
}

function agreementWithPeople(failures: readonly AtlasResult[], codes: readonly (string | null)[]): Measurement {
  const pairs = failures.flatMap(({ read }, index) =>
    read === undefined ? [] : [{ person: read.mode, model: codes[index] ?? '' }],
  )
  const names = [...new Set(pairs.flatMap(({ person, model }) => [person, model]))]
  const matrix = names.map((one) =>
    names.map((other) => pairs.filter(({ person, model }) => person === one && model === other).length),
  )
  return cohenKappa(matrix)
}

/** Names a new mode by the evidence that most of its failures share, until a person renames it. */
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
  return {
    name: isTaken ? `${name} (new)` : name,
    definition: signs.slice(0, 6).join('; '),
    examples: examplesOf(members),
  }
}

function examplesOf(members: readonly AtlasResult[]): FailureMode['examples'] {
  const alike = Map.groupBy(members, ({ features }) => features.join('\n'))
  // The first examples differ in their evidence.
  const chosen = new Set([...[...alike.values()].flatMap(([one]) => one ?? []), ...members])
  return [...chosen].slice(0, mostExamples).map(({ caseId, features }) => ({ case: caseId, evidence: [...features] }))
}
