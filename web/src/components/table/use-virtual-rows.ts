import type { RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'

type VirtualRows = {
  readonly count: number
  /** In pixels, as far as it is known. */
  readonly rowHeight: number
  readonly keyOf?: (index: number) => string
  /** The row that has the focus, or gets it next. */
  readonly current: number
  readonly top?: number | undefined
  readonly onTop?: ((top: number) => void) | undefined
}

/** What is drawn above and below what is in sight, so that a slow wheel meets no empty room. */
const aroundPx = 400

/** The rows in sight, and a few around them. The one that has the focus is there wherever the list is scrolled to. */
export function useVirtualRows(list: VirtualRows, scroller: RefObject<HTMLElement | null>) {
  const { count, rowHeight, keyOf, current, top = 0, onTop } = list
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    ...(keyOf !== undefined && { getItemKey: keyOf }),
    initialOffset: top,
    overscan: Math.ceil(aroundPx / rowHeight),
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), current, count),
    onChange: ({ scrollOffset }) => scrollOffset !== null && onTop?.(scrollOffset),
  })
}

function withRow(indexes: number[], row: number, count: number): number[] {
  return row >= count || indexes.includes(row) ? indexes : [...indexes, row].toSorted((a, b) => a - b)
}
