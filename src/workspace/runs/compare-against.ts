import type { RunComparison } from '../../core/index.ts'
import { comparedTogether } from '../../reporters/comparison/compared-together.ts'
import { type RunResults, compareCounted, countRun } from '../../runner/index.ts'

/** Compares runs with the first of them, the baseline; each run is read once. */
export async function compareAgainst(runs: readonly RunResults[]): Promise<readonly RunComparison[]> {
  const [baseline, ...others] = await Promise.all(runs.map(countRun))
  if (baseline === undefined) return []
  return comparedTogether(await Promise.all(others.map(async (other) => compareCounted(baseline, other))))
}
