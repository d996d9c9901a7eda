import type { ArmsComparison, Run, RunStore } from '../core/index.ts'

/** Compares the arms of each evaluation, keyed by the id of the evaluation's last run. */
export async function armsOfRuns(runs: readonly Run[], store: RunStore): Promise<ReadonlyMap<string, ArmsComparison>> {
  const groups = Map.groupBy(
    runs.flatMap((run) => armOf(run) ?? []),
    ({ of }) => of,
  )
  const found = new Map<string, ArmsComparison>()
  for (const arms of groups.values()) {
    const last = arms.at(-1)
    if (last === undefined || arms.length < 2) continue
    const { compareArms, compareRuns } = await import('../runner/index.ts')
    const comparison = await compareArms(arms, async (first, second) => compareRuns(first, second, store))
    found.set(last.run.plan.runId, comparison)
  }
  return found
}

function armOf(run: Run): { readonly of: string; readonly name: string; readonly run: Run } | undefined {
  const { dataset, evaluation, arm } = run.plan.origin ?? {}
  return typeof arm === 'string' ? { of: JSON.stringify([dataset, evaluation]), name: arm, run } : undefined
}
