import { type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import type { ComparedRuns } from './make-pairs.ts'
import { pairPlanOf } from '../../packs/preference/metrics/preference-set.ts'

export function isPreference({ plan }: Pick<Run, 'plan'>): boolean {
  return pairPlanOf(plan) !== undefined
}

/**
 * Finds the two runs that operands name: by run name, name of an arm, id or its beginning, or `latest` for the newest run with
 * answers of its own.
 *
 * @throws {EvalError} `usage` for a run that does not exist, has no answers of its own, or is named twice
 */
export async function runsToCompare([one, other]: readonly [string, string], store: RunStore): Promise<ComparedRuns> {
  const all = await store.list()
  const runs = [await runNamed(one, all, store), await runNamed(other, all, store)] as const
  const [{ runId }, second] = [runs[0].plan, runs[1].plan]
  if (runId !== second.runId) return runs
  throw new EvalError('usage', message('{run} is named twice: a run cannot be compared with itself', { run: runId }))
}

async function runNamed(name: string, all: readonly Run[], store: RunStore): Promise<Run> {
  const own = all.filter((run) => !isPreference(run))
  const run =
    name === 'latest'
      ? own[0]
      : (own.find(({ plan }) => plan.runId === name) ??
        own.find(({ plan }) => plan.name === name) ??
        own.find(({ plan }) => plan.origin?.['arm'] === name) ??
        (await store.find(name)))
  if (run === undefined) {
    throw new EvalError('usage', message('there is no run {run}', { run: JSON.stringify(name) }), {
      hint: message('`shinsa list` shows them; `latest` is the newest.'),
    })
  }
  if (!isPreference(run)) return run
  throw new EvalError('usage', message('{run} compares runs and has no answers of its own', { run: name }), {
    hint: message('`shinsa prefer {run}` shows it; `shinsa compare` holds two of its kind against each other.', {
      run: name,
    }),
  })
}
