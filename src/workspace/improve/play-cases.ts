import { type openDataset, readDataset } from '../../compose/datasets.ts'
import { executeRun } from '../../compose/execute-run.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { openStore } from '../../compose/run-store.ts'
import { type Dataset, type EvalCase, isAgentFailure, type RunStore, type ScoredCase } from '../../core/index.ts'
import type { ImproveGoal } from '../../improve/improve-trail.ts'
import { twinOf } from '../../improve/twins.ts'
import type { RunRequest } from '../../settings/run-request.ts'

export type PlayOptions = {
  readonly goal: ImproveGoal
  readonly cwd: string
  /** The dataset's content when the goal began. */
  readonly dataset: Uint8Array
  readonly dependencies: RunDependencies
  readonly signal: AbortSignal
}

/**
 * Plays cases and returns the mean score of each one's evaluated repeats, from 0 to 1, and the share of its repeats that
 * were evaluated; `unevaluatedRepeats` counts the others. A failure of the agent counts as 0; a case without any evaluated repeat
 * is left out. Sealed cases are neither stored nor written to a file.
 */
export async function playCases(
  ids: readonly string[],
  options: PlayOptions & {
    readonly repeat: number
    readonly name: string
    readonly isSealed: boolean
    /** Plays the twins of the cases instead. */
    readonly isTwin?: boolean
  },
) {
  const { signal, repeat, name, isSealed, isTwin = false } = options
  const memory = isSealed ? openStore(':memory:') : undefined
  const store = memory ?? options.dependencies.openStore()
  const dependencies = { ...options.dependencies, openStore: () => store }
  try {
    const prepared = await prepareSealed({ ...options, dependencies }, { selected: [...ids], repeat, name }, isTwin)
    const { plan } = await executeRun(prepared, { store, signal, reporters: [], onReporterError: rethrow })
    // Values of a part of the cases would count as those of all.
    signal.throwIfAborted()
    return { ...(await valuesOf(plan.runId, store, options.goal)), runId: plan.runId }
  } finally {
    await memory?.close()
  }
}

/** Returns the plan of a run of the goal without playing it. */
export async function planOf(options: PlayOptions): Promise<PreparedRun['plan']> {
  return (await prepareSealed(options, { selected: [] })).plan
}

async function prepareSealed(
  { goal, cwd, dataset: bytes, dependencies }: PlayOptions,
  request: Pick<RunRequest, 'selected' | 'repeat' | 'name'>,
  isTwin = false,
): Promise<PreparedRun> {
  const open: typeof openDataset = async (file, choice) => {
    const { unread: _, ...opened } = await readDataset(bytes, file, choice)
    return isTwin ? { ...opened, dataset: { ...opened.dataset, cases: () => twins(opened.dataset) } } : opened
  }
  const target = goal.target === undefined ? {} : { target: goal.target }
  const config = goal.config === undefined ? {} : { config: goal.config }
  return prepareRun(
    { cwd, dataset: goal.dataset, ...request, ...target, ...config },
    { ...dependencies, openDataset: open },
  )
}

async function* twins(dataset: Dataset): AsyncGenerator<EvalCase> {
  for await (const evalCase of dataset.cases()) yield twinOf(evalCase)
}

async function valuesOf(runId: string, store: RunStore, goal: ImproveGoal) {
  const byCase = new Map<string, (number | undefined)[]>()
  for await (const scored of store.scoredCases(runId)) {
    byCase.set(scored.caseId, [...(byCase.get(scored.caseId) ?? []), valueOf(scored, goal)])
  }
  const values: Record<string, number> = {}
  const evaluated: Record<string, number> = {}
  let unevaluatedRepeats = 0
  for (const [id, repeats] of byCase) {
    const known = repeats.filter((value) => value !== undefined)
    if (known.length === 0) continue
    values[id] = known.reduce((sum, value) => sum + value, 0) / known.length
    evaluated[id] = known.length / repeats.length
    unevaluatedRepeats += repeats.length - known.length
  }
  return { values, evaluated, unevaluatedRepeats }
}

function valueOf({ verdict, scores, failure }: ScoredCase, { goal, direction }: ImproveGoal): number | undefined {
  if (verdict === 'error') return failure !== undefined && isAgentFailure(failure) ? 0 : undefined
  if (goal === 'pass-rate') return verdict === 'not-evaluated' ? undefined : Number(verdict === 'passed')
  const score = scores.find(({ metric }) => metric === goal)
  if (score?.status !== 'scored') return undefined
  return direction === 'up' ? score.value : 1 - score.value
}

function rethrow(error: unknown): never {
  throw error
}
