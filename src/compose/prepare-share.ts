import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { z } from 'zod'
import type { AnswerCache, PaceOf, RunPlan } from '../core/index.ts'
import { RunRequest } from '../settings/run-request.ts'
import { openBudget } from './cost/open-account.ts'
import { ReferenceKinds } from './dataset-traits.ts'
import type { KnownDataset } from './known-dataset.ts'
import { prepareRun } from './prepare-run.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { RunDependencies } from './run-dependencies.ts'

type ShareOptions = {
  /** The project's folder on this machine, in place of the run's working directory on another one. */
  readonly cwd: string
  readonly answers: AnswerCache & { beforeCall(): Promise<void> }
  readonly spent: () => Promise<number>
  readonly maxCost: number | undefined
  /** The planner's findings about the dataset; not trusted, since anybody with access to the store may write them. */
  readonly known: unknown
  /** Finds the local copy of a file or folder that this project lacks. */
  readonly elsewhere: (path: string) => string
  readonly paceOf: PaceOf
}

const knownShape: z.ZodType<KnownDataset> = z.object({
  sha256: z.string(),
  cases: z.number(),
  expects: ReferenceKinds,
  lastCase: z.string().optional(),
})

/** Prepares a run that was planned on another machine, to play a share of it with the project on this one. */
export async function prepareShare(
  plan: RunPlan,
  dependencies: RunDependencies,
  { cwd, answers, spent, maxCost, known: told, elsewhere, paceOf }: ShareOptions,
): Promise<PreparedRun> {
  const request = withFetched(requestHere(RunRequest.parse(plan.origin), cwd), elsewhere)
  const budget = maxCost === undefined ? undefined : openBudget(maxCost)
  let known = 0
  return prepareRun(
    { ...request, seed: plan.seed, maxCost: undefined },
    {
      ...dependencies,
      isShare: true,
      knownDataset: knownShape.safeParse(told).data,
      datasetFile: placeOf(request.dataset, cwd, elsewhere),
      openCache: () => answers,
      openRunCache: () => answers,
      paceOf,
      // The spending of this worker is part of the sum that the next call reads.
      ...(budget !== undefined && { budget: { signal: budget.signal, spend: () => undefined } }),
      async beforeCall(role) {
        if (budget !== undefined) {
          const total = await spent()
          budget.spend(total - known)
          known = total
          budget.signal.throwIfAborted()
        }
        if (role === 'judge') await answers.beforeCall()
      },
    },
    { resumed: true },
  )
}

/** Replaces paths of the other machine by paths of this one. */
function requestHere(request: RunRequest, cwd: string): RunRequest {
  const moved = (value: unknown): unknown => {
    if (typeof value === 'string') return movedPath(value, request.cwd, cwd)
    if (Array.isArray(value)) return value.map(moved)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, moved(item)]))
  }
  return RunRequest.parse(moved(request))
}

function movedPath(text: string, from: string, to: string): string {
  if (text === from) return to
  return text.startsWith(`${from}/`) ? `${to}/${relative(from, text)}` : text
}

function withFetched(request: RunRequest, elsewhere: ShareOptions['elsewhere']): RunRequest {
  const { cwd, target, review } = request
  const place = (path: string) => placeOf(path, cwd, elsewhere)
  const recorded = target === undefined ? undefined : /^recorded:(.+)$/s.exec(target)?.[1]
  return {
    ...request,
    ...mapped(request, ['sessionInput', 'environment', 'replayTools', 'baseline', 'judgeErrors', 'runbooks'], place),
    ...(recorded !== undefined && { target: `recorded:${place(recorded)}` }),
    ...(review !== undefined && { review: { ...review, ...mapped(review, ['fixtures'], place) } }),
  }
}

function mapped<Key extends string>(
  values: { readonly [Name in Key]?: string | undefined },
  keys: readonly Key[],
  change: (value: string) => string,
): Partial<Record<Key, string>> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = values[key]
      return value === undefined ? [] : [[key, change(value)]]
    }),
  ) as Partial<Record<Key, string>> // the keys that were given
}

function placeOf(path: string, cwd: string, elsewhere: ShareOptions['elsewhere']): string {
  const own = resolve(cwd, path)
  const fetched = elsewhere(own)
  return existsSync(fetched) ? fetched : own
}
