import {
  type GateMeasures,
  type HumanLabel,
  type Run,
  type RunStore,
  type RunSummary,
  correctedPassRates,
  evaluatedOf,
  limitOf,
} from '../core/index.ts'
import type { CaseSlices } from './corrected/case-slices.ts'
import { isGateRule, judgeRun } from './gate.ts'
import { summarise } from './summarise.ts'

/** Runs with labels whose slices are kept at once. */
const slicedKept = 20

/**
 * A store that tells of the runs of older versions what is told today. Their pass rates counted what was not evaluated as
 * failed, and errors of judges as errors of the agent; what their cases say is counted anew, once for each run. And what
 * people's labels make of each run, with its gate where that has a rule about it.
 */
export function withCurrentSummaries(store: RunStore, measures: readonly GateMeasures[] = []): RunStore {
  const counted = new Map<string, RunSummary>()
  const current = async (run: Run): Promise<Run> => {
    const { plan, summary, endedAt } = run
    if (summary === undefined || summary.results.evaluated !== undefined) return run
    const key = `${plan.runId} ${endedAt}`
    const known = counted.get(key) ?? (await countedAnew(run, summary, { store, measures }))
    counted.set(key, known)
    return { ...run, summary: known }
  }
  const corrected = new Map<string, { readonly version: string; readonly summary: RunSummary }>()
  const sliced = new Map<string, Promise<CaseSlices>>()
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
  // Cases stay what they are however many labels come.
  const slicesOf = async ({ plan, endedAt }: Run): Promise<CaseSlices> => {
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
  return {
    ...store,
    async list() {
      const labels = Map.groupBy(await store.labels(), ({ runId }) => runId)
      const runs: Run[] = []
      for (const run of await store.list()) {
        runs.push(await withLabels(await current(run), labels.get(run.plan.runId) ?? [], { slices: false }))
      }
      return runs
    },
    async find(runId) {
      const run = await store.find(runId)
      return run && withLabels(await current(run), await store.labels(run.plan.runId), { slices: true })
    },
  }
}

async function countedAnew(
  { plan }: Run,
  summary: RunSummary,
  { store, measures }: { readonly store: RunStore; readonly measures: readonly GateMeasures[] },
): Promise<RunSummary> {
  const { results: old } = summary
  // Where everything passed or failed, the old numbers are the new ones.
  if (old.notEvaluated + old.error === 0) {
    return { ...summary, results: { ...old, evaluated: evaluatedOf(old), broken: 0 } }
  }
  // A rule that this version does not know cannot be judged anew; what it decided then stands.
  const isJudged = plan.failOn.length > 0 && plan.failOn.every((rule) => isGateRule(rule, measures))
  const judged = isJudged ? plan : { ...plan, failOn: ['none'] }
  const { results, passRate, passRateAtWorst, metrics, repeats } = await summarise(judged, store, {
    gateMeasures: measures,
  })
  const facts = {
    ...summary,
    results,
    passRate,
    metrics,
    ...(passRateAtWorst && { passRateAtWorst }),
    ...(repeats && { repeats }),
  }
  return isJudged ? { ...facts, gate: judgeRun(facts, plan.failOn, measures) } : facts
}

function gatedAnew(summary: RunSummary, failOn: readonly string[], measures: readonly GateMeasures[]): RunSummary {
  const isAsked = failOn.some((rule) => correctedPassRates.includes(limitOf(rule)?.name ?? ''))
  if (!isAsked || !failOn.every((rule) => isGateRule(rule, measures))) return summary
  return { ...summary, gate: judgeRun(summary, failOn, measures) }
}
