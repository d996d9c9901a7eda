import { createHash } from 'node:crypto'
import { type Run, evaluatedOf, stringifyJson } from '../../core/index.ts'
import type { RunState } from '../api/runs.ts'

/** The cases of a run by their content, whatever the dataset is called; where no hash is known, by name and place. */
export function casesOf({ plan: { dataset } }: Run): string {
  const { sha256, id, path, selected, cases } = dataset
  return hashOf([sha256 === undefined ? [id, path] : [sha256], [...(selected ?? [])].toSorted(), cases])
}

/** The same for runs of the same cases and the same target: these can stand in one line. */
export function runSeries(run: Run): string {
  return hashOf([casesOf(run), run.plan.target.name])
}

/** Whether its pass rate is one of all that it was to evaluate: a run that was stopped says how the first cases went. */
export function isTrendPoint({ plan, status, summary }: Run, state: RunState): boolean {
  // What was tried on cases that somebody looked at is no measure.
  if (plan.origin?.['trial'] !== undefined) return false
  if (status !== 'finished' || state !== 'finished' || summary === undefined) return false
  return summary.unfinished === 0 && summary.passRate !== null && evaluatedOf(summary.results) > 0
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(stringifyJson(parts)).digest('hex').slice(0, 16)
}
