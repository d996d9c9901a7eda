import type { Reporter, Run, RunStore } from '../core/index.ts'
import { runEvaluation } from '../runner/run-evaluation.ts'
import type { PreparedRun } from './prepared-run.ts'

export type ExecuteOptions = {
  readonly store: RunStore
  /** Interrupts the run; what is done stays, and the rest can be resumed. */
  readonly signal: AbortSignal
  readonly reporters: readonly Reporter[]
  readonly onReporterError: (error: unknown) => void
  readonly resumed?: boolean
  /** Plays also what a run leaves out that stops early. */
  readonly playAll?: boolean
  /** The process that worked on it before. */
  readonly takenOverFrom?: number | undefined
}

/** Does one run until it has ended, is interrupted or has spent what it may, and returns it as the store has it. */
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
