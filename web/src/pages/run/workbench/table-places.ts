import type { TablePlace } from '../../../components/data-table.tsx'

type Place = TablePlace & { readonly closed: ReadonlySet<string> }

const places = new Map<string, Place>()

/** Where the tables of runs were left, for as long as the tab is there. */
export const tablePlaces = {
  of: (runId: string): Place => places.get(runId) ?? { top: 0, at: 0, closed: new Set() },
  keep: (runId: string, place: Partial<Place>): void => void places.set(runId, { ...tablePlaces.of(runId), ...place }),
}
