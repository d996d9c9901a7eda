import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import {
  type TableView,
  type Wanted,
  parseTableView,
  printTableView,
  withCondition,
} from '../../../../../src/server/view/table-view.ts'

/** The table's state in the address, and a function to change it. */
export function useTableView(): { readonly view: TableView; readonly change: (view: TableView) => void } {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => parseTableView(search), [search])
  const change = useCallback(
    (after: TableView) =>
      // The history entry's state is kept (it says that the panel was opened from here).
      setSearch((before) => printTableView(after, before), { replace: true, state: history.state }),
    [setSearch],
  )
  return { view, change }
}

/** The filter on one field in the address, and a function to change it. */
export function useCondition(field: string) {
  const { view, change } = useTableView()
  return {
    wanted: view.conditions.find((condition) => condition.field === field)?.wanted ?? [],
    change: (after: readonly Wanted[]) => change(withCondition(view, field, after)),
  }
}
