import {
  type Cost,
  type Run,
  type RunSummary,
  agentCostsMore,
  agentDollarsOf,
  hasProcess,
  isGated,
} from '../core/index.ts'
import { reviewMeasures } from '../packs/review/gate-measures.ts'
import type { Capabilities } from './capabilities.ts'
import { RunRow, type RunState } from './api/runs.ts'
import { isTrendPoint, runSeries } from './trend/run-series.ts'

export function runStateOf(run: Run, isAlive: Capabilities['isAlive']): RunState {
  if (run.status !== 'running') return run.status
  return hasProcess(run, isAlive) ? 'running' : 'stopped'
}

export function toRunRow(run: Run, state: RunState): RunRow {
  const { plan, summary } = run
  return {
    runId: plan.runId,
    name: plan.name,
    createdAt: plan.createdAt,
    ...(run.note?.tags !== undefined && run.note.tags.length > 0 && { tags: run.note.tags }),
    ...(run.note?.pinned === true && { pinned: true }),
    state,
    dataset: plan.dataset.name ?? plan.dataset.id,
    target: plan.target.name,
    series: runSeries(run),
    inTrend: isTrendPoint(run, state),
    judges: judgesOf(run),
    planned: plan.dataset.cases * plan.repeat,
    repeat: plan.repeat,
    results: summary?.results,
    passRate: summary?.passRate ?? null,
    ...(state === 'finished' && summary && isGated(summary.gate) && { gatePassed: summary.gate.passed }),
    metrics: (summary?.metrics ?? []).map(({ metric, mean, unit }) => ({ metric, mean, unit })),
    ...armOf(run),
    ...trialOf(run),
    calibrates: summary !== undefined && reviewMeasures.areMeasuredBy(plan.metrics),
    judgeDollars: summary && judgeDollarsOf(summary.cost),
    durationMs: run.durationMs,
    ...(summary !== undefined && {
      agent: {
        dollars: agentDollarsOf(summary.cost),
        costsMore: agentCostsMore(summary.cost, summary.evidence),
        seconds: summary.cost.agentSeconds,
      },
    }),
  }
}

function armOf({ plan: { origin = {} } }: Run): Pick<RunRow, 'arm'> {
  const { dataset, evaluation, arm } = origin
  return typeof arm === 'string' ? { arm: { of: JSON.stringify([dataset, evaluation]), name: arm } } : {}
}

function trialOf({ plan: { origin = {} } }: Run): Pick<RunRow, 'trial'> {
  const { trial, selected, variant = {} } = origin
  return typeof trial === 'string'
    ? { trial: RunRow.shape.trial.unwrap().parse({ of: trial, cases: selected, variant }) }
    : {}
}

/** Returns what the models that evaluate cost in US dollars; undefined when unknown. */
export function judgeDollarsOf({ judge, user, environment }: Cost): number | undefined {
  const known = [judge, user, environment].flatMap((one) => one?.dollars ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, dollars) => sum + dollars, 0)
}

function judgesOf({ plan, summary }: Run): string[] {
  const planned = plan.metrics.flatMap(({ judge }) => judge ?? [])
  return [...new Set([...planned, ...(summary?.metrics ?? []).flatMap(namesOf)])]
}

function namesOf({ judges }: RunSummary['metrics'][number]): readonly string[] {
  return judges ?? []
}
