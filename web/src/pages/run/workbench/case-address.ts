import type { CaseRow } from '../../../../../src/server/api/runs.ts'

/** A case's page; the address carries the table's state, so that the ways on and back are the same. */
export function caseAddress(
  runId: string,
  { position, repeat }: Pick<CaseRow, 'position' | 'repeat'>,
  search: URLSearchParams,
): string {
  return withSearch(`/runs/${runId}/cases/${position}/${repeat}`, search)
}

/** The run's page with the table's state. */
export function runAddress(runId: string, search: URLSearchParams): string {
  return withSearch(`/runs/${runId}`, search)
}

function withSearch(path: string, search: URLSearchParams): string {
  const kept = new URLSearchParams(search)
  for (const name of ['open', 'row']) kept.delete(name)
  return kept.size === 0 ? path : `${path}?${kept}`
}
