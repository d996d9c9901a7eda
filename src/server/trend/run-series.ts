import { createHash } from 'node:crypto'
import { type Run, evaluatedOf, stringifyJson } from '../../core/index.ts'
import type { RunState } from '../api/runs.ts'

/** Identifies a run's cases by their content, independent of the dataset's name; without a hash, by id and path. */
export function casesOf({ plan: { dataset } }: Run): string {
  const { sha256, id, path, selected, cases } = dataset
  return hashOf([sha256 === undefined ? [id, path] : [sha256], [...(selected ?? [])].toSorted(), cases])
}

/** Identifies the runs of the same cases and target, whose results can stand in one line. */
export function runSeries(run: Run): string {
  return hashOf([casesOf(run), run.plan.target.name])
}

/** Tells whether the run evaluated all its cases: the pass rate of a stopped run covers only the first ones. */
export function isTrendPoint({ plan, status, summary }: Run, state: RunState): boolean {
  // A trial on chosen cases is not a measurement.
  if (plan.origin?.['trial'] !== undefined) return false
  if (status !== 'finished' || state !== 'finished' || summary === undefined) return false
  return summary.unfinished === 0 && summary.passRate !== null && evaluatedOf(summary.results) > 0
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(stringifyJson(parts)).digest('hex').slice(0, 16)
}
