import type { Run, RunStore, Verdict } from '../../core/index.ts'

/** Returns the verdicts of a run's cases; of several repeats the first one that did not pass counts. */
export async function verdictsOf({ plan }: Run, store: RunStore): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for await (const { caseId, verdict } of store.scoredCases(plan.runId)) {
    if ((verdicts.get(caseId) ?? 'passed') === 'passed') verdicts.set(caseId, verdict)
  }
  return verdicts
}

export type Turned = { readonly fails: readonly string[]; readonly passes: readonly string[] }

/** Returns cases whose verdict changed; cases that only one of them has are left out. */
export function turnedSince(before: ReadonlyMap<string, Verdict>, now: ReadonlyMap<string, Verdict>): Turned {
  const both = [...now].filter(([id]) => before.has(id))
  const turned = (isPassed: boolean) =>
    both
      .filter(([id, verdict]) => (verdict === 'passed') === isPassed && (before.get(id) === 'passed') !== isPassed)
      .map(([id]) => id)
  return { fails: turned(false), passes: turned(true) }
}
