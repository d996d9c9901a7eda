import { type Wanted, withCondition } from '../../../../../src/server/view/table-view.ts'
import { useTableView } from '../workbench/use-table-view.ts'

/** What the table is narrowed to in one field, as the address says it, and how that is changed. */
export function useCondition(field: string) {
  const { view, change } = useTableView()
  return {
    wanted: view.conditions.find((condition) => condition.field === field)?.wanted ?? [],
    change: (after: readonly Wanted[]) => change(withCondition(view, field, after)),
  }
}
