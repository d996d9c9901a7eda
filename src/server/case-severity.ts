import type { CaseRow } from './api/runs.ts'

/** What failed comes first, then what broke, what nobody could evaluate, what goes on, and what passed. */
const severity = { failed: 0, error: 1, 'not-evaluated': 2, running: 3, passed: 4 } as const

/** How soon a result is looked at: the least number first. */
export function severityOf({ verdict }: Pick<CaseRow, 'verdict'>): number {
  return severity[verdict ?? 'running']
}
