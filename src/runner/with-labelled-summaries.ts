import {
  type GateMeasures,
  type HumanLabel,
  type Run,
  type RunStore,
  type RunSummary,
  correctedPassRates,
  limitOf,
} from '../core/index.ts'
import type { CaseSlices } from './corrected/case-slices.ts'
import { isGateRule, judgeRun } from './gate.ts'

/** The number of runs whose slices are cached. */
const slicedKept = 20

/** Wraps a store so that summaries include the corrections by labels, and gates the rules about them. */
export function withLabelledSummaries(store: RunStore, measures: readonly GateMeasures[] = []): RunStore {
  const corrected = new Map<string, { readonly version: string; readonly summary: RunSummary }>()
  const slicesOf = cachedSlices(store)
  const withLabels = async (run: Run, labels: readonly HumanLabel[], { slices }: { slices: boolean }): Promise<Run> => {
    const { plan, summary, endedAt } = run
    if (summary === undefined || labels.length === 0) return run
    const key = `${slices} ${plan.runId}`
    const version = `${endedAt} ${labels.length} ${labels
      .map(({ at }) => at)
      .toSorted()
      .at(-1)}`
    const known = corrected.get(key)
    if (known?.version === version) return { ...run, summary: known.summary }
    const { correctedSummary } = await import('./corrected/corrected-summary.ts')
    const told = await correctedSummary(plan, labels, {
      scoredCases: () => store.scoredCases(plan.runId),
      ...(slices && { slices: await slicesOf(run) }),
    })
    const judged = told === undefined ? summary : gatedAnew({ ...summary, corrected: told }, plan.failOn, measures)
    corrected.set(key, { version, summary: judged })
    return { ...run, summary: judged }
  }
  return {
    ...store,
    async list() {
      const labels = Map.groupBy(await store.labels(), ({ runId }) => runId)
      const runs: Run[] = []
      for (const run of await store.list()) {
        runs.push(await withLabels(run, labels.get(run.plan.runId) ?? [], { slices: false }))
      }
      return runs
    },
    async find(runId) {
      const run = await store.find(runId)
      return run && withLabels(run, await store.labels(run.plan.runId), { slices: true })
    },
  }
}

/** Caches the slices of each run, because new labels do not change the cases. */
function cachedSlices(store: RunStore): (run: Run) => Promise<CaseSlices> {
  const sliced = new Map<string, Promise<CaseSlices>>()
  return async ({ plan, endedAt }) => {
    const key = `${plan.runId} ${endedAt}`
    const known = sliced.get(key)
    if (known !== undefined) return known
    const { caseSlices } = await import('./corrected/case-slices.ts')
    const reading = caseSlices(store.records(plan.runId))
    reading.catch(() => sliced.delete(key))
    if (sliced.size >= slicedKept) sliced.clear()
    sliced.set(key, reading)
    return reading
  }
}

function gatedAnew(summary: RunSummary, failOn: readonly string[], measures: readonly GateMeasures[]): RunSummary {
  const isAsked = failOn.some((rule) => correctedPassRates.includes(limitOf(rule)?.name ?? ''))
  if (!isAsked || !failOn.every((rule) => isGateRule(rule, measures))) return summary
  return { ...summary, gate: judgeRun(summary, failOn, measures) }
}
