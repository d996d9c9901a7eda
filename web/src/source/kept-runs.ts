import type { CaseDetail, CaseRow, RunDetail } from '../../../src/server/api/runs.ts'

type KeptRunsStored = {
  readonly version: string
  readonly detail: RunDetail
  readonly cases: Map<string, CaseDetail>
  rows?: readonly CaseRow[]
}

const mostRuns = 4
const mostCases = 40
const runs = new Map<string, KeptRunsStored>()

/**
 * What was read of the last few runs that are over, so that whoever comes back finds all as it was without asking again. It
 * is forgotten when the run turns out to have gone on.
 */
export const keptRuns = {
  detail: (runId: string): RunDetail | undefined => runs.get(runId)?.detail,

  keep(detail: RunDetail): void {
    const { runId } = detail.run.plan
    const version = versionOf(detail)
    const before = runs.get(runId)
    runs.delete(runId)
    runs.set(runId, before?.version === version ? { ...before, detail } : { version, detail, cases: new Map() })
    forgetOldest(runs, mostRuns)
  },

  rows(detail: RunDetail): readonly CaseRow[] | undefined {
    const kept = runs.get(detail.run.plan.runId)
    return kept?.version === versionOf(detail) ? kept.rows : undefined
  },

  keepRows(detail: RunDetail, rows: readonly CaseRow[]): void {
    const kept = runs.get(detail.run.plan.runId)
    if (kept?.version === versionOf(detail) && detail.state === 'finished') kept.rows = rows
  },

  caseDetail: (runId: string, place: string): CaseDetail | undefined => runs.get(runId)?.cases.get(place),

  keepCase(runId: string, detail: CaseDetail): void {
    const kept = runs.get(runId)
    if (kept?.detail.state !== 'finished' || detail.result === undefined) return
    kept.cases.set(`${detail.position}/${detail.repeat}`, detail)
    forgetOldest(kept.cases, mostCases)
  },
}

function versionOf({ run, state }: RunDetail): string {
  return `${state} ${run.endedAt ?? ''}`
}

function forgetOldest(kept: Map<string, unknown>, most: number): void {
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}
