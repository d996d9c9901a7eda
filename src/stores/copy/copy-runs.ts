import { EvalError, message } from '../../core/index.ts'
import { isProcessAlive } from '../../files/index.ts'
import type { StoredRun, StoredRuns } from './stored-runs.ts'

export type CopyOutcome = 'copied' | 'there' | 'at work'

/**
 * Copies runs with all that belongs to them, oldest first, each whole or not at all; one that is there already stays as it is.
 *
 * @throws {EvalError} `usage`, when another run of the same id is there
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
    // Where it goes, the number of a process that was killed may be that of another.
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
