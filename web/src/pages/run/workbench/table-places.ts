import type { TablePlace } from '../../../components/table/data-table.tsx'

type TablePlacesPlace = TablePlace & { readonly closed: ReadonlySet<string> }

const places = new Map<string, TablePlacesPlace>()

/** Where the tables of runs were left, for as long as the tab is there. */
export const tablePlaces = {
  of: (runId: string): TablePlacesPlace => places.get(runId) ?? { top: 0, at: 0, closed: new Set() },
  keep: (runId: string, place: Partial<TablePlacesPlace>): void =>
    void places.set(runId, { ...tablePlaces.of(runId), ...place }),
}
