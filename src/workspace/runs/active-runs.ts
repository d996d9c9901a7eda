import { type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import { executeRun } from '../../compose/execute-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { writeResultFile } from './result-files.ts'
import type { Warning } from '../../compose/warnings.ts'

type ActiveRunsDependencies = {
  readonly store: RunStore
  /** Receives unexpected errors of runs that have begun. */
  readonly report: (error: unknown) => void
}

/** The runs that this process plays in the background. */
export type ActiveRuns = ReturnType<typeof activeRuns>

type RunHistory = {
  readonly warnings: readonly Warning[]
  /** The error that ended the run, if any. */
  readonly trouble: unknown
}

export function activeRuns({ store, report }: ActiveRunsDependencies) {
  const working = new Map<string, { readonly stopping: AbortController; readonly ended: Promise<void> }>()
  const histories = new Map<string, RunHistory>()
  let closed = false

  async function begin(prepared: PreparedRun, resumed?: { readonly from: number | undefined }): Promise<void> {
    const { runId } = prepared.plan
    if (closed) throw new EvalError('cancelled', message('the server is stopping'))
    if (working.has(runId)) throw new EvalError('usage', message('run {run} is at work already', { run: runId }))
    const stopping = new AbortController()
    const begun = Promise.withResolvers<void>()
    const executed = executeRun(prepared, {
      store,
      signal: stopping.signal,
      reporters: [() => begun.resolve()],
      onReporterError: report,
      resumed: resumed !== undefined,
      takenOverFrom: resumed?.from,
    })
    working.set(runId, { stopping, ended: end(prepared, executed) })
    executed.catch(begun.reject)
    await begun.promise
  }

  async function end({ plan: { runId }, warnings, budget }: PreparedRun, executed: Promise<Run>): Promise<void> {
    histories.set(runId, { warnings: warnings.all, trouble: undefined })
    try {
      // The result file is written, where its kind of dataset has one.
      await writeResultFile({ run: await executed, records: store.records(runId) })
      const trouble: unknown = budget?.aborted === true ? budget.reason : undefined
      histories.set(runId, { warnings: warnings.all, trouble })
    } catch (trouble) {
      histories.set(runId, { warnings: warnings.all, trouble })
      // Expected errors are shown with the run.
      if (!(trouble instanceof EvalError)) report(trouble)
    } finally {
      working.delete(runId)
    }
  }

  return {
    /**
     * Begins or resumes a run and resolves once the store has it. At its end the result file is written, where its kind of dataset
     * has one.
     *
     * @throws {EvalError} `usage` when it is under way already
     */
    begin,
    has: (runId: string) => working.has(runId),
    /** Resolves when a run that began here is over; at once for other runs. */
    ended: async (runId: string) => working.get(runId)?.ended,
    /** Interrupts a run and keeps what is done. Returns false where it is not under way here. */
    cancel(runId: string) {
      const run = working.get(runId)
      run?.stopping.abort(new EvalError('cancelled', message('stopped by somebody')))
      return run !== undefined
    },
    /** Warnings and errors of a run that began here, also after its end. */
    historyOf: (runId: string) => histories.get(runId),
    /** Interrupts all runs and resolves when each has been written to the store. */
    async stop() {
      closed = true
      const all = [...working.values()]
      for (const { stopping } of all) stopping.abort(new EvalError('cancelled', message('the server is stopping')))
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
