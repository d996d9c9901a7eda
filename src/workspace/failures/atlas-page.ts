import { createHash } from 'node:crypto'
import type { Run, RunStore } from '../../core/index.ts'
import { failureModesFile, atlasOfRuns } from '../runs/atlas-run.ts'
import type { AtlasPage } from '../../server/api/atlas.ts'

const mostRuns = 6
/** Of all runs together: more take so long that nobody waits for them. */
const mostResults = 20_000

/** The kinds of failure of a run and of those before it over the same dataset, for the page. */
export async function atlasPage(run: Run, store: RunStore, cwd: string): Promise<AtlasPage> {
  const { plan } = run
  const before = (await store.list()).filter(
    (other) =>
      other.plan.dataset.id === plan.dataset.id && other.plan.createdAt < plan.createdAt && other.status === 'finished',
  )
  const runs = [run, ...fewEnough(before, plan.dataset.cases * plan.repeat)].toReversed()
  const { modes, codes, failures, evaluated } = await atlasOfRuns(runs, {
    store,
    file: failureModesFile(run, cwd),
    seed: 1,
  })
  const last = runs.length - 1
  return {
    runs: runs.map((one, index) => ({
      runId: one.plan.runId,
      name: one.plan.name ?? one.plan.target.name,
      createdAt: one.plan.createdAt,
      failures: failures[index] ?? 0,
      evaluated: evaluated[index] ?? 0,
    })),
    modes: modes.map(({ name, definition, shares, corrected }) => ({
      name,
      definition,
      shares: shares.map((share, index) => corrected[index] ?? share),
    })),
    failures: codes
      .filter((code) => code.run === last)
      .map(({ position, repeat, caseId, coded, read }) => ({
        position,
        repeat,
        caseId,
        byEvidence: coded,
        ...(read !== undefined && { read }),
      }))
      .toSorted((one, other) => (orderOf(plan.runId, one) < orderOf(plan.runId, other) ? -1 : 1)),
  }
}

/** The newest of them. */
function fewEnough(before: readonly Run[], own: number): readonly Run[] {
  let results = own
  return before.slice(0, mostRuns - 1).filter(({ plan }) => {
    results += plan.dataset.cases * plan.repeat
    return results <= mostResults
  })
}

/** By chance and always the same: who reads the first few of them has read a sample. */
function orderOf(runId: string, { position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return createHash('sha256').update(`${runId} ${position} ${repeat}`).digest('hex')
}
