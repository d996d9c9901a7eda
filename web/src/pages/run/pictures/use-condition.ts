import { type Wanted, withCondition } from '../../../../../src/server/view/table-view.ts'
import { useTableView } from '../workbench/use-table-view.ts'

/** The filter on one field in the address, and a function to change it. */
export function useCondition(field: string) {
  const { view, change } = useTableView()
  return {
    wanted: view.conditions.find((condition) => condition.field === field)?.wanted ?? [],
    change: (after: readonly Wanted[]) => change(withCondition(view, field, after)),
  }
}
