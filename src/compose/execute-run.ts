import type { Run } from '../core/index.ts'
import { runEvaluation } from '../runner/run-evaluation.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { RunSetup } from '../runner/run-setup.ts'

export type ExecuteOptions = Pick<RunSetup, 'store' | 'signal' | 'reporters' | 'onReporterError'> &
  Partial<Pick<RunSetup, 'resumed' | 'playAll' | 'takenOverFrom'>>

/** Executes a run until it ends, is interrupted or reaches its spending limit, and returns it from the store. */
export async function executeRun(
  prepared: PreparedRun,
  { signal, resumed = false, ...options }: ExecuteOptions,
): Promise<Run> {
  await runEvaluation({
    ...prepared,
    ...options,
    resumed,
    signal: prepared.budget === undefined ? signal : AbortSignal.any([signal, prepared.budget]),
    clock: () => performance.now(),
  })
  const run = await options.store.find(prepared.plan.runId)
  if (run === undefined) throw new Error(`run ${prepared.plan.runId} vanished from the store`)
  return run
}
