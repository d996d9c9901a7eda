import type { ResultPlace } from '../../source/run-source.ts'

/**
 * The address of a dataset, or of one of its cases in the editor: by its position, `new` for a new case, and
 * `new:RUN/POSITION/REPEAT` for a new case made of a result.
 */
export function addressOf(datasetId: string, caseKey?: string): string {
  const search = new URLSearchParams({ dataset: datasetId, ...(caseKey !== undefined && { case: caseKey }) })
  return `/datasets?${search}`
}

export function keyOfResult({ runId, position, repeat }: ResultPlace): string {
  return `new:${runId}/${position}/${repeat}`
}

/** The result that a new case is made of; undefined for other cases. */
export function resultOfKey(caseKey: string): ResultPlace | undefined {
  const [, runId, position, repeat] = /^new:([^/]+)\/(\d+)\/(\d+)$/.exec(caseKey) ?? []
  return runId === undefined ? undefined : { runId, position: Number(position), repeat: Number(repeat) }
}

/** The same address with another case open or none; filter and order stay. */
export function withCase(before: URLSearchParams, caseKey: string | undefined): string {
  const search = new URLSearchParams(before)
  if (caseKey === undefined) search.delete('case')
  else search.set('case', caseKey)
  return `/datasets?${search}`
}
