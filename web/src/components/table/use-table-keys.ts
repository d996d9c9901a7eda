import type { RefObject } from 'react'
import { useKeys } from '../../pages/labels/use-keys.ts'
import type { TableHandle } from './use-row-keys.ts'

/** Keys of a page's main table: j and k move to its rows and Enter opens one, wherever the focus is; `wanted` once it has rows. */
export function useTableKeys(table: RefObject<TableHandle | null>, wanted: boolean): void {
  const keys = {
    j: () => table.current?.step(1),
    k: () => table.current?.step(-1),
    Enter: () => table.current?.openCurrent(),
  }
  useKeys(wanted ? keys : {})
}
