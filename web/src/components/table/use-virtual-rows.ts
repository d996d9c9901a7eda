import type { RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'

type VirtualRows = {
  readonly count: number
  /** In pixels, an estimate at first. */
  readonly rowHeight: number
  readonly keyOf?: (index: number) => string
  /** The row that has the focus or receives it next. */
  readonly current: number
  readonly top?: number | undefined
  readonly onTop?: ((top: number) => void) | undefined
}

/** Pixels rendered above and below the visible part, so that scrolling shows no gaps. */
const aroundPx = 400

/** The visible rows and a few around them, and always the focused one. */
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
