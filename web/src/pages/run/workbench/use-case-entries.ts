import { useMemo } from 'react'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { rowTest } from '../../../../../src/server/view/match-rows.ts'
import { groupCases, orderCases } from './order-rows.ts'
import { type TableView, parseTableView, printTableView } from '../../../../../src/server/view/table-view.ts'
import { useSay } from '../../../words/say.ts'

type UseCaseEntriesProps = {
  readonly rows: readonly CaseRow[]
  /** Repeats per case. */
  readonly repeat: number
  readonly view: TableView
  readonly closed: ReadonlySet<string>
}

/** The rows of the table, filtered, sorted and grouped. */
export function useCaseEntries({ rows, repeat, view, closed }: UseCaseEntriesProps) {
  const { sort, thenBy, group } = view
  const say = useSay()
  // Changes of columns or of the open case do not filter again.
  const asked = String(printTableView({ ...view, columns: undefined, sort: '', group: '' }))
  const cases = useMemo(() => {
    const fits = rowTest(parseTableView(new URLSearchParams(asked)), say)
    return orderCases(rows, { fits, together: repeat > 1, sort, thenBy, group })
  }, [rows, asked, repeat, sort, thenBy, group, say])
  const entries = useMemo(() => groupCases(cases, group, closed), [cases, group, closed])
  return { cases, entries }
}
