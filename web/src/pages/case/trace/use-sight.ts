import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { Folding } from './use-folding.ts'
import type { ShownTrace } from './use-trace.ts'
import { placeAt, placeOfRow, rowAtPlace, visibleCount } from './visible-rows.ts'

// More rows than this are only there while they are in sight.
const allAtOnce = 120
const overscan = 6

type UseSightSubject = {
  readonly trace: ShownTrace
  readonly folding: Folding
  readonly heights: ReadonlyMap<number, number>
}

/** Which rows are in sight, and asks for them. */
export function useSight(scroller: RefObject<HTMLDivElement | null>, { trace, folding, heights }: UseSightSubject) {
  const { hidden } = folding
  const count = visibleCount(trace.total, hidden)
  const isLong = count > allAtOnce
  const rowHeight = useRowHeight(scroller)
  const [sight, setSight] = useState({ top: 0, height: 900 })
  const open = [...folding.open]
    .map((row) => ({ at: placeOfRow(row, hidden), row, height: heights.get(row) ?? 0 }))
    .filter(({ row, at }) => rowAtPlace(at, hidden) === row)
    .toSorted((one, other) => one.at - other.at)
  const first = isLong ? Math.max(0, placeAt(sight.top, rowHeight, open) - overscan) : 0
  const last = isLong ? Math.min(count - 1, placeAt(sight.top + sight.height, rowHeight, open) + overscan) : count - 1
  const [firstRow, lastRow] = [rowAtPlace(first, hidden), rowAtPlace(Math.max(0, last), hidden)]
  const { want } = trace
  useEffect(() => {
    // Who scrolls far passes much that nobody looks at.
    const waiting = setTimeout(() => want(firstRow, lastRow), 60)
    return () => clearTimeout(waiting)
  }, [want, firstRow, lastRow])

  function look(): void {
    const box = scroller.current
    if (box !== null && isLong) setSight({ top: box.scrollTop, height: box.clientHeight })
  }
  return { count, isLong, rowHeight, open, first, last, look }
}

/** As high as rows are on a screen of this width. */
function useRowHeight(scroller: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(32)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return undefined
    const measure = () =>
      setHeight((before) => box.querySelector('.trace-line')?.getBoundingClientRect().height ?? before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller])
  return height
}
