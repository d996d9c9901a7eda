import { type Run, type RunStore, EvalError, message } from '../core/index.ts'

/** Finds a run by its name (the newest of several), its id or the beginning of it, or `latest`. @throws {EvalError} `usage` */
export async function findNamedRun(store: RunStore, name: string | undefined): Promise<Run> {
  if (name === undefined) {
    throw new EvalError('usage', message('which run?'), {
      hint: message('`shinsa list` shows them; `latest` is the newest.'),
    })
  }
  const named = (await store.list()).find(({ plan }) => plan.name === name)
  // The list does not contain all details of a run.
  const run = await store.find(named?.plan.runId ?? name)
  if (run !== undefined) return run
  throw new EvalError('usage', message('there is no run {run}', { run: JSON.stringify(name) }), {
    hint: message('`shinsa list` shows them; `latest` is the newest.'),
  })
}
