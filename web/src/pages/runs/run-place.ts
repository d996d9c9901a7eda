import type { RunRow } from '../../../../src/server/api/runs.ts'
import { comparisonPath, othersAtMost } from '../compare/use-compared-runs.ts'

/** A run's address: for an evaluation with arms, their comparison. */
export function placeOf(run: RunRow, runs: readonly RunRow[]): string {
  const [first, ...others] = armsOf(run, runs)
  return first === undefined || others.length === 0 ? `/runs/${run.runId}` : comparisonPath(first, others)
}

/** For each arm the run begun closest in time to this one, earliest first. */
function armsOf({ arm, runId }: RunRow, runs: readonly RunRow[]): readonly string[] {
  if (arm === undefined) return []
  const at = runs.findIndex((run) => run.runId === runId)
  const nearest = new Map<string, number>()
  runs.forEach((other, index) => {
    if (other.arm?.of !== arm.of) return
    const known = nearest.get(other.arm.name)
    if (known === undefined || Math.abs(index - at) < Math.abs(known - at)) nearest.set(other.arm.name, index)
  })
  const places = [...nearest.values()].toSorted((a, b) => b - a)
  return places.slice(0, othersAtMost + 1).flatMap((index) => runs[index]?.runId ?? [])
}

/** The comparison with the previous run over the same cases; undefined for the first one, and for what was only tried. */
export function besideBefore(run: RunRow, runs: readonly RunRow[]): string | undefined {
  const before = runs
    .slice(runs.indexOf(run) + 1)
    .find((one) => one.dataset === run.dataset && one.planned === run.planned && isMeasured(one))
  return before === undefined || !isMeasured(run) ? undefined : comparisonPath(before.runId, [run.runId])
}

function isMeasured({ state, trial }: RunRow): boolean {
  return state === 'finished' && trial === undefined
}
