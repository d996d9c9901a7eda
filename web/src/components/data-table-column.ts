import type { ReactNode } from 'react'

export type DataColumn<Row> = {
  readonly id: string
  readonly head: string
  /** Whether the head is said and not shown, where what stands below it shows what it is. */
  readonly headIsHidden?: true
  readonly cell: (row: Row) => ReactNode
  /** What the column is sorted by; without it, it is not. Rows without a value come last either way. */
  readonly sortBy?: (row: Row) => number | string | undefined
  /** As CSS writes the width of a grid column. */
  readonly width: string
  readonly numeric?: boolean
  /** Left out where the screen is small. */
  readonly wideOnly?: boolean
  /** What a click on its name does in place of sorting, which then has a button of its own. */
  readonly onName?: { readonly says: string; readonly pressed: boolean; readonly act: () => void }
}

/** `column` from the least, `-column` from the most; as it stands in an address. */
export type Sort = string
