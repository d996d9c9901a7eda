import { type RefObject, useEffect, useRef } from 'react'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { cameBack } from '../../../came-back.ts'
import { type TableHandle, useTableKeys } from '../../../components/table/use-row-keys.ts'
import { useKeys } from '../../labels/use-keys.ts'
import { type CaseSteps, stepKeys } from './case-steps.ts'

type Workbench = {
  readonly table: RefObject<TableHandle | null>
  readonly field: RefObject<HTMLInputElement | null>
  readonly hasRows: boolean
  /** Neighbours of the open case; undefined where none is open. */
  readonly steps: CaseSteps | undefined
  /** The key of the open case. */
  readonly openKey: string | undefined
  /** Whether the focus moves through the table. */
  readonly walksTable: boolean
  readonly goTo: (row: CaseRow) => void
  readonly close: () => void
}

/** Keys that work everywhere on the page, and the focus after a case is closed. */
export function useWorkbenchFocus({ table, field, hasRows, steps, openKey, walksTable, goTo, close }: Workbench): void {
  const isOpen = steps !== undefined
  const returns = useRef<boolean>(undefined)
  useEffect(() => {
    // After a case is closed, or the page was left, the focus returns to its row.
    if (!isOpen && (returns.current ?? cameBack())) table.current?.step(0)
    returns.current = isOpen
  }, [isOpen, table])
  useEffect(() => {
    if (openKey !== undefined) table.current?.show(openKey, walksTable)
  }, [openKey, table, walksTable])
  useKeys({
    '/': () => field.current?.focus(),
    ...(isOpen && { ...stepKeys(steps, goTo), Escape: close }),
  })
  useTableKeys(table, !isOpen && hasRows)
}
