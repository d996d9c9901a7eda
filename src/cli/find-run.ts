import { type Run, type RunStore, EvalError, message } from '../core/index.ts'

/** Finds a run by its id, `latest`, its name (the newest of several), or the beginning of its id. @throws {EvalError} `usage` */
export async function findNamedRun(store: RunStore, name: string | undefined): Promise<Run> {
  if (name === undefined) {
    throw new EvalError('usage', message('which run?'), {
      hint: message('`shinsa list` shows them; `latest` is the newest.'),
    })
  }
  const runs = await store.list()
  // The name of one run must not hide another, nor the newest.
  const isOfRun = name === 'latest' || runs.some(({ plan }) => plan.runId === name)
  const named = isOfRun ? undefined : runs.find(({ plan }) => plan.name === name)
  // The list does not contain all details of a run.
  const run = await store.find(named?.plan.runId ?? name)
  if (run !== undefined) return run
  throw new EvalError('usage', message('there is no run {run}', { run: JSON.stringify(name) }), {
    hint: message('`shinsa list` shows them; `latest` is the newest.'),
  })
}
