import type { Reporter, Run, RunStore } from '../core/index.ts'
import { runEvaluation } from '../runner/run-evaluation.ts'
import type { PreparedRun } from './prepared-run.ts'

export type ExecuteOptions = {
  readonly store: RunStore
  /** Interrupts the run; finished cases stay, and the rest can be resumed. */
  readonly signal: AbortSignal
  readonly reporters: readonly Reporter[]
  readonly onReporterError: (error: unknown) => void
  readonly resumed?: boolean
  /** Also plays the cases that a run left out when it stopped early. */
  readonly playAll?: boolean
  readonly takenOverFrom?: number | undefined
}

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
