import type { CaseRow } from './api/runs.ts'

const severity = { failed: 0, error: 1, 'not-evaluated': 2, running: 3, passed: 4 } as const

/** Ranks a result for attention: the lowest number comes first. */
export function severityOf({ verdict }: Pick<CaseRow, 'verdict'>): number {
  return severity[verdict ?? 'running']
}
