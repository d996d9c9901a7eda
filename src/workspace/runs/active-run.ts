import { type Run, EvalError, hasProcess, message } from '../../core/index.ts'
import { isQueued } from '../../core/run/run.ts'
import { isProcessAlive } from '../../files/index.ts'

/** @throws {EvalError} `usage` when another process is still at work on the run */
export function refuseActiveRun(run: Run): void {
  if (isQueued(run.plan) && run.status === 'running') throw playedByWorkers(run.plan.runId)
  if (run.status !== 'running' || run.processId === undefined || !isOfOthers(run)) return
  if (run.elsewhere !== undefined) {
    throw new EvalError(
      'usage',
      message('run {run} is at work on {host}', { run: run.plan.runId, host: run.elsewhere.host }),
      { hint: message('Wait for it, or stop it with Ctrl-C where it runs; it counts as gone after half a minute.') },
    )
  }
  throw new EvalError(
    'usage',
    message('run {run} is at work in process {process}', { run: run.plan.runId, process: run.processId }),
    {
      hint: message('Wait for it, or stop it with Ctrl-C where it runs; --force if that process is another program.'),
    },
  )
}

/** Whether another process works on the run. */
export function isOfOthers(run: Run): boolean {
  return (
    hasProcess(run, isAlive) && (isQueued(run.plan) || run.elsewhere !== undefined || run.processId !== process.pid)
  )
}

export function playedByWorkers(run: string): EvalError {
  return new EvalError('usage', message('run {run} is played by workers', { run }), {
    hint: message('`shinsa resume {run}` watches it; with --on-interrupt stop, Ctrl-C ends it.', { run }),
  })
}

/** Whether a run's process exists; an unfinished run without one was killed. */
export function isAlive(processId: number): boolean {
  return isProcessAlive(processId)
}
