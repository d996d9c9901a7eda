import type { Run } from '../../core/index.ts'

/** Runs with more results are shown page by page: a browser would take seconds to read them and keep them all in memory. */
export const mostAtOnce = 50_000

/** Tells whether a run is shown page by page, each page filtered and sorted by the server. */
export function isPaged({ plan: { dataset, repeat } }: Pick<Run, 'plan'>): boolean {
  return dataset.cases * repeat > mostAtOnce
}

export function casesOnPage(repeat: number): number {
  return Math.max(1, Math.floor(500 / repeat))
}
