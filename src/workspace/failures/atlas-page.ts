import { createHash } from 'node:crypto'
import type { Run, RunStore } from '../../core/index.ts'
import { failureModesFile, atlasOfRuns } from '../runs/atlas-run.ts'
import type { AtlasPage } from '../../server/api/atlas.ts'

const mostRuns = 6
/** Results of all runs together; reading more would keep the page waiting. */
const mostResults = 20_000

/** Returns the kinds of failure of a run and of earlier runs over the same dataset. */
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

/** Keeps the newest runs that fit the limit. */
function fewEnough(before: readonly Run[], own: number): readonly Run[] {
  let results = own
  return before.slice(0, mostRuns - 1).filter(({ plan }) => {
    results += plan.dataset.cases * plan.repeat
    return results <= mostResults
  })
}

/** A random order that is always the same, so that the first few failures are a random sample. */
function orderOf(runId: string, { position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return createHash('sha256').update(`${runId} ${position} ${repeat}`).digest('hex')
}
