import type { Run } from '../../core/index.ts'

/** More results than that are shown page by page: a browser would take seconds to read them, and keep them all. */
export const mostAtOnce = 50_000

/** Whether the results of a run are asked for page by page, each filtered and ordered by the server. */
export function isPaged({ plan: { dataset, repeat } }: Pick<Run, 'plan'>): boolean {
  return dataset.cases * repeat > mostAtOnce
}

export function casesOnPage(repeat: number): number {
  return Math.max(1, Math.floor(500 / repeat))
}
