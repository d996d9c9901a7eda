import type { ReactNode } from 'react'

export type DataColumn<Row> = {
  readonly id: string
  readonly head: string
  /** Whether the head is said and not shown, where what stands below it shows what it is. */
  readonly headIsHidden?: true
  /** Without it, what the column is sorted by. */
  readonly cell?: (row: Row) => ReactNode
  /** What the column is sorted by; without it, it is not. Rows without a value come last either way. */
  readonly sortBy?: (row: Row) => number | string | undefined
  /** As CSS writes the width of a grid column. */
  readonly width: string
  readonly numeric?: boolean
  /** Left out where the screen is small. */
  readonly wideOnly?: boolean
  /** Of words that people read: they have two lines. */
  readonly text?: boolean
  /** What stands under its name; the name itself is said only. */
  readonly more?: ReactNode
  /** Narrower than its name, which is turned. */
  readonly turned?: boolean
}

/** `column` from the least, `-column` from the most; as it stands in an address. */
export type Sort = string
