import { relative } from 'node:path'
import type { AnswerCache, RunPlan } from '../core/index.ts'
import { RunRequest } from '../settings/run-request.ts'
import { openBudget } from './open-account.ts'
import { prepareRun } from './prepare-run.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { RunDependencies } from './run-dependencies.ts'

type ShareOptions = {
  /** Where the project lies on this machine, as the run's working directory did on another one. */
  readonly cwd: string
  readonly answers: AnswerCache & { beforeCall(): Promise<void> }
  /** What all workers have spent, in US dollars. */
  readonly spent: () => Promise<number>
  readonly maxCost: number | undefined
}

/** Prepares a run that was planned elsewhere, to play a share of it with the project as it is here. */
export async function prepareShare(
  plan: RunPlan,
  dependencies: RunDependencies,
  { cwd, answers, spent, maxCost }: ShareOptions,
): Promise<PreparedRun> {
  const request = requestHere(RunRequest.parse(plan.origin), cwd)
  const budget = maxCost === undefined ? undefined : openBudget(maxCost)
  let known = 0
  return prepareRun(
    { ...request, seed: plan.seed, maxCost: undefined },
    {
      ...dependencies,
      isShare: true,
      openCache: () => answers,
      openRunCache: () => answers,
      // What a worker spends counts with what the others do, when it is asked next.
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

/** The request with paths of this machine in place of those of the other one. */
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
