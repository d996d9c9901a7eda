import { type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import { executeRun } from '../../compose/execute-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { writeResultFile } from './result-files.ts'
import type { Warning } from '../../compose/warnings.ts'

type ActiveRunsDependencies = {
  readonly store: RunStore
  /** Hears of what nobody foresaw in a run that had begun. */
  readonly report: (error: unknown) => void
}

/** The runs that this process works on beside its other work. */
export type ActiveRuns = {
  /**
   * Begins a run, or goes on with one, and resolves once the store knows of it. When it is over its result file is
   * written, where its dataset is of a kind that has one.
   *
   * @throws {EvalError} `usage` when it is at work already
   */
  begin(prepared: PreparedRun, resumed?: { readonly from: number | undefined }): Promise<void>
  has(runId: string): boolean
  /** Resolves when a run that was begun here is over; at once for others. */
  ended(runId: string): Promise<void>
  /** Interrupts a run; what is done of it stays. False where it is not at work here. */
  cancel(runId: string): boolean
  /** What is known of a run that was begun here, also after it has ended. */
  historyOf(runId: string): RunHistory | undefined
  /** Interrupts all of them and resolves when each has written its last word. */
  stop(): Promise<void>
}

type RunHistory = {
  readonly warnings: readonly Warning[]
  /** Why it broke off. */
  readonly trouble: unknown
}

type Active = { readonly stopping: AbortController; readonly ended: Promise<void> }

/** Keeps track of the runs that are conducted in this process. */
export function activeRuns({ store, report }: ActiveRunsDependencies): ActiveRuns {
  const working = new Map<string, Active>()
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
      await saveResult(await executed)
      const trouble: unknown = budget?.aborted === true ? budget.reason : undefined
      histories.set(runId, { warnings: warnings.all, trouble })
    } catch (trouble) {
      histories.set(runId, { warnings: warnings.all, trouble })
      // What was foreseen is told where the run is shown.
      if (!(trouble instanceof EvalError)) report(trouble)
    } finally {
      working.delete(runId)
    }
  }

  async function saveResult(run: Run): Promise<void> {
    await writeResultFile({ run, records: store.records(run.plan.runId) })
  }

  return {
    begin,
    has: (runId) => working.has(runId),
    ended: async (runId) => working.get(runId)?.ended,
    cancel(runId) {
      const run = working.get(runId)
      run?.stopping.abort(new EvalError('cancelled', message('stopped by somebody')))
      return run !== undefined
    },
    historyOf: (runId) => histories.get(runId),
    async stop() {
      closed = true
      const all = [...working.values()]
      for (const { stopping } of all) stopping.abort(new EvalError('cancelled', message('the server is stopping')))
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
