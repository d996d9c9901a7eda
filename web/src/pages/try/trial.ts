import type { RunWish } from '../../../../src/server/api/new-run.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { callApi } from '../../source/call-api.ts'
import { useFollowedRuns } from '../../source/use-runs.ts'

/** The dataset, agent and cases of a trial. */
export type TrialCases = Pick<RunWish, 'dataset' | 'target'> & {
  /** What the agent declares, as it is today. */
  readonly today: TrialVariant
  readonly caseIds: readonly string[]
  /** Ids of all cases of the dataset. */
  readonly all: readonly string[]
  /** The dataset's name in the list of runs. */
  readonly name: string
}

export type TrialVariant = NonNullable<RunWish['variant']>
type Bounds = Pick<RunWish, 'repeat' | 'maxCost' | 'unlimited'>

/** The present agent's run and the variants on the same cases, newest first. Each run says all that was declared for it. */
export function useTrials({ caseIds, dataset, target = '', today }: TrialCases) {
  const runs = useFollowedRuns()
  const wanted = keyOf(caseIds)
  const tried = (runs.status === 'ready' ? runs.value.runs : []).filter(
    ({ trial }) => trial !== undefined && trial.of === `${dataset} ${target}` && keyOf(trial.cases) === wanted,
  )
  const isToday = ({ trial }: RunRow) => isEmpty(changesFrom(today, trial?.variant))
  return { today: tried.find((run) => isToday(run) && isWhole(run)), variants: tried.filter((run) => !isToday(run)) }
}

/** A run that was stopped has no answers to some of the cases. */
function isWhole({ state }: RunRow): boolean {
  return state === 'finished' || state === 'running'
}

/** The settings of a variant that are not those of today. */
export function changesFrom(today: TrialVariant, variant: TrialVariant = {}): TrialVariant {
  return Object.fromEntries(Object.entries(variant).filter(([name, value]) => value !== today[name]))
}

export function isEmpty(changes: TrialVariant): boolean {
  return Object.keys(changes).length === 0
}

function keyOf(caseIds: readonly string[]): string {
  return JSON.stringify([...caseIds].toSorted())
}

type Play = {
  readonly trial: TrialCases
  readonly variant: TrialVariant
  readonly name: string
  readonly bounds: Bounds
  /** Whether to play all other cases, which nobody has looked at. */
  readonly onRest?: true
}

/** Plays a variant. @returns the run's id */
export async function play({ trial, variant, name, bounds, onRest }: Play): Promise<string> {
  const { dataset, target, caseIds, all } = trial
  const isMeant = onRest === true ? (id: string) => !caseIds.includes(id) : (id: string) => caseIds.includes(id)
  const body = {
    ...bounds,
    dataset,
    target,
    name,
    variant,
    caseIds: all.filter(isMeant),
    ...(onRest !== true && { trial: true }),
  }
  return (await callApi('start', { body })).runId
}
