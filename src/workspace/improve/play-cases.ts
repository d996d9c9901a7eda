import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { executeRun } from '../../compose/execute-run.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { openDataset } from '../../compose/datasets.ts'
import { openStore } from '../../compose/run-store.ts'
import { type Dataset, type EvalCase, isAgentFailure, type RunStore, type ScoredCase } from '../../core/index.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import { twinOf } from '../../improve/twins.ts'
import type { ImproveGoal } from '../../improve/improve-trail.ts'

export type PlayOptions = {
  readonly goal: ImproveGoal
  readonly cwd: string
  /** The dataset as it was when the goal began, whatever became of its file. */
  readonly dataset: Uint8Array
  readonly dependencies: RunDependencies
  readonly signal: AbortSignal
}

type Played = {
  readonly values: Readonly<Record<string, number>>
  readonly runId: string
  readonly plan: PreparedRun['plan']
}

/**
 * Plays some cases and says what each reached, from 0 to 1, the mean of its repeats. What the agent failed at is 0; a case that
 * could not be evaluated is left out. Sealed cases leave nothing behind.
 */
export async function playCases(
  ids: readonly string[],
  options: PlayOptions & {
    readonly repeat: number
    readonly name: string
    readonly isSealed: boolean
    /** Asks the twins of the cases in their place. */
    readonly isTwin?: boolean
  },
): Promise<Played> {
  const { goal, cwd, signal, dependencies: given, repeat, name, isSealed, isTwin = false } = options
  const memory = isSealed ? openStore(':memory:') : undefined
  const store = memory ?? given.openStore()
  const kept = memory === undefined ? given : { ...given, openStore: () => memory }
  try {
    return await besideDataset(options, async (dataset) => {
      const dependencies = isTwin ? { ...kept, opened: await openedTwins(dataset, ids) } : kept
      const prepared = await prepareRun(
        {
          cwd,
          dataset,
          selected: isTwin ? [] : [...ids],
          repeat,
          name,
          ...(goal.target !== undefined && { target: goal.target }),
          ...(goal.config !== undefined && { config: goal.config }),
        },
        dependencies,
      )
      const { plan } = await executeRun(prepared, { store, signal, reporters: [], onReporterError: rethrow })
      return { values: await valuesOf(plan.runId, store, goal), runId: plan.runId, plan: prepared.plan }
    })
  } finally {
    await memory?.close()
  }
}

async function openedTwins(file: string, ids: readonly string[]): Promise<OpenedDataset> {
  const { unread: _, ...opened } = await openDataset(file, { selected: [...ids] })
  return { ...opened, dataset: { ...opened.dataset, cases: () => twins(opened.dataset) } }
}

async function* twins(dataset: Dataset): AsyncGenerator<EvalCase> {
  for await (const evalCase of dataset.cases()) yield twinOf(evalCase)
}

/** What a run of the goal would be, without playing anything. */
export async function planOf(options: PlayOptions): Promise<PreparedRun['plan']> {
  const { goal, cwd, dependencies } = options
  return besideDataset(options, async (dataset) => {
    const target = goal.target === undefined ? {} : { target: goal.target }
    const config = goal.config === undefined ? {} : { config: goal.config }
    const { plan } = await prepareRun({ cwd, dataset, selected: [], ...target, ...config }, dependencies)
    return plan
  })
}

/** The dataset for as long as it is played, where files that its cases name are found. */
async function besideDataset<Value>(
  { goal, cwd, dataset }: PlayOptions,
  use: (file: string) => Promise<Value>,
): Promise<Value> {
  const path = join(cwd, goal.dataset)
  const file = join(dirname(path), `.shinsa-${randomBytes(6).toString('hex')}-${basename(path)}`)
  await removeLeftOver(path)
  await writeFile(file, dataset, { mode: 0o600 })
  try {
    return await use(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** What a process that was killed left behind holds the sealed cases. */
async function removeLeftOver(path: string): Promise<void> {
  const isOurs = (name: string) => name.endsWith(`-${basename(path)}`) && /^\.shinsa-[\da-f]{12}-/.test(name)
  for (const name of (await readdir(dirname(path))).filter(isOurs)) await rm(join(dirname(path), name), { force: true })
}

async function valuesOf(runId: string, store: RunStore, goal: ImproveGoal): Promise<Readonly<Record<string, number>>> {
  const byCase = new Map<string, number[]>()
  for await (const scored of store.scoredCases(runId)) {
    const value = valueOf(scored, goal)
    if (value !== undefined) byCase.set(scored.caseId, [...(byCase.get(scored.caseId) ?? []), value])
  }
  return Object.fromEntries(
    [...byCase].map(([id, values]) => [id, values.reduce((sum, value) => sum + value, 0) / values.length]),
  )
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
