import type { ReactNode } from 'react'

export type DataColumn<Row> = {
  readonly id: string
  readonly head: string
  /** Whether the head is only for screen readers. */
  readonly headIsHidden?: true
  /** Renders a cell; by default the sort key. */
  readonly cell?: (row: Row) => ReactNode
  /** The sort key; columns without it cannot be sorted. Rows without a value come last in either direction. */
  readonly sortBy?: (row: Row) => number | string | undefined
  /** A CSS grid width. */
  readonly width: string
  readonly numeric?: boolean
  /** Whether small screens hide the column. */
  readonly wideOnly?: boolean
  /** Whether the column contains prose, which is shown on two lines; on paper `wide` has most of the sheet. */
  readonly text?: true | 'wide'
  /** Shown under the name; the name itself is only for screen readers. */
  readonly more?: ReactNode
  /** Whether the head is rotated, since the column is narrower than its name. */
  readonly turned?: boolean
}

/** `column` in ascending and `-column` in descending order, as in the address. */
export type Sort = string
