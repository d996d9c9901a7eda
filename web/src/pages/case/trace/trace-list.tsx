import { useRef, useState, type ReactNode, useEffect, useLayoutEffect, type RefObject } from 'react'
import { TraceRowDetail } from './trace-detail.tsx'
import { TraceLine } from './trace-line.tsx'
import type { ShownTrace } from './use-trace.ts'
import { useFolding, type Folding } from './use-folding.ts'
import { useTraceKeys } from './use-trace-keys.ts'
import { rowAtPlace, topOf, placeAt, placeOfRow, visibleCount } from './visible-rows.ts'

type TraceListProps = { readonly trace: ShownTrace; readonly label: string }

/** The rows of a trace as a tree that keys move in. Of a long one only those in sight are there. */
export function TraceList({ trace, label }: TraceListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const folding = useFolding(trace)
  const { hidden } = folding
  const { heights, measure } = useHeights()
  const { count, isLong, rowHeight, open, first, last, look } = useSight(scroller, { trace, folding, heights })
  const { at, onClick, onFocus, onKeyDown } = useTraceKeys(scroller, {
    folding,
    count,
    topAt: (place) => topOf(place, rowHeight, open),
    rowHeight,
    look,
  })
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  // The row that has the focus stays there, wherever the list is scrolled to.
  const places = at < 0 || inSight.includes(at) ? inSight : [...inSight, at].toSorted((one, other) => one - other)
  return (
    <div
      ref={scroller}
      className="trace-rows"
      role="treegrid"
      aria-label={label}
      aria-rowcount={count}
      data-long={isLong}
      onScroll={look}
      tabIndex={-1}
      onClick={onClick}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <Room height={isLong ? topOf(count, rowHeight, open) : undefined}>
        {places.map((place) => {
          const index = rowAtPlace(place, hidden)
          const row = trace.rowAt(index)
          const isOpen = folding.open.has(index)
          return (
            <At key={index} top={isLong ? topOf(place, rowHeight, open) : undefined}>
              <TraceLine
                row={row}
                index={index}
                place={place}
                span={trace.span}
                expanded={folding.isExpanded(index)}
                open={isOpen}
                current={place === at}
              />
              {isOpen && row !== undefined && (
                <div role="row" aria-level={row.depth + 2}>
                  <div role="gridcell" ref={measure(index)} tabIndex={-1}>
                    <TraceRowDetail known={row.detail} load={async () => trace.detailOf(index)} />
                  </div>
                </div>
              )}
            </At>
          )
        })}
      </Room>
    </div>
  )
}

function Room({ height, children }: { readonly height: number | undefined; readonly children: ReactNode }) {
  return (
    <div role="rowgroup" className="trace-room" style={height === undefined ? undefined : { height }}>
      {children}
    </div>
  )
}

/** Rows of a short trace follow each other, and those of a long one are put where they belong. */
function At({ top, children }: { readonly top: number | undefined; readonly children: ReactNode }) {
  if (top === undefined) return <div role="presentation">{children}</div>
  return (
    <div role="presentation" className="trace-at" style={{ transform: `translateY(${top}px)` }}>
      {children}
    </div>
  )
}

/** How high the details are that are open. */
function useHeights() {
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map())
  const measure = (row: number) => (element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect()
      setHeights((before) => (before.get(row) === height ? before : new Map(before).set(row, height)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }
  return { heights, measure }
}

// More rows than this are only there while they are in sight.
const allAtOnce = 120
const overscan = 6

type UseSightSubject = {
  readonly trace: ShownTrace
  readonly folding: Folding
  readonly heights: ReadonlyMap<number, number>
}

/** Which rows are in sight, and asks for them. */
function useSight(scroller: RefObject<HTMLDivElement | null>, { trace, folding, heights }: UseSightSubject) {
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
