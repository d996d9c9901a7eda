import type { TablePlace } from '../../../components/table/data-table.tsx'

type TablePlacesPlace = TablePlace & { readonly closed: ReadonlySet<string> }

const places = new Map<string, TablePlacesPlace>()

/** Scroll positions of tables, kept for the lifetime of the tab. */
export const tablePlaces = {
  of: (runId: string): TablePlacesPlace => places.get(runId) ?? { top: 0, at: 0, closed: new Set() },
  keep: (runId: string, place: Partial<TablePlacesPlace>): void =>
    void places.set(runId, { ...tablePlaces.of(runId), ...place }),
}
