import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type TableView, parseTableView, printTableView } from '../../../../../src/server/view/table-view.ts'

/** How the table stands in the address, and how it is changed there. */
export function useTableView(): { readonly view: TableView; readonly change: (view: TableView) => void } {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => parseTableView(search), [search])
  const change = useCallback(
    (after: TableView) =>
      // What stands in the history along with the address (that a panel was opened from here) stays there.
      setSearch((before) => printTableView(after, before), { replace: true, state: history.state }),
    [setSearch],
  )
  return { view, change }
}
