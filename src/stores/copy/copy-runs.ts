import { EvalError, message } from '../../core/index.ts'
import { isProcessAlive } from '../../files/index.ts'
import type { StoredRun, StoredRuns } from './stored-runs.ts'

export type CopyOutcome = 'copied' | 'there' | 'at work'

/**
 * Copies whole runs with all that belongs to them, oldest first; runs already present are left unchanged.
 *
 * @throws {EvalError} `usage` when the target has a different run with the same id
 */
export async function* copyRuns(
  from: StoredRuns,
  to: StoredRuns,
  isWanted: (runId: string) => boolean,
): AsyncGenerator<{ readonly runId: string; readonly outcome: CopyOutcome }> {
  const there = new Map((await to.all()).map((run) => [run.id, run]))
  for (const run of await from.all()) {
    if (!isWanted(run.id)) continue
    const known = there.get(run.id)
    if (known !== undefined && known.plan !== run.plan) throw otherRun(run, to.name)
    const isAtWork = run.status === 'running' && run.process !== null && isProcessAlive(run.process)
    const outcome = known !== undefined ? 'there' : isAtWork ? 'at work' : 'copied'
    // On the target machine this process id may belong to another process.
    const still = run.status === 'running' ? { ...run, process: null } : run
    if (outcome === 'copied') await to.take(still, async () => from.contents(run.id))
    yield { runId: run.id, outcome }
  }
}

function otherRun({ id }: StoredRun, store: string): EvalError {
  return new EvalError('usage', message('{store} has another run {run}', { store, run: id }), {
    hint: message('Delete one of the two, or copy the others by their ids: shinsa store copy FROM TO RUN …'),
  })
}
