import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import {
  type Wanted,
  parseTableView,
  printTableView,
  withCondition,
} from '../../../../../src/server/view/table-view.ts'

/** What the table is narrowed to in one field, as the address says it, and how that is changed. */
export function useCondition(field: string) {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => parseTableView(search), [search])
  const wanted = view.conditions.find((condition) => condition.field === field)?.wanted ?? []
  return {
    wanted,
    change(after: readonly Wanted[]): void {
      setSearch((before) => printTableView(withCondition(parseTableView(before), field, after), before), {
        replace: true,
        state: history.state,
      })
    },
  }
}
