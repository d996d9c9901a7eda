import { useRef, useState, type ReactNode } from 'react'
import { TraceRowDetail } from './trace-detail.tsx'
import { TraceLine } from './trace-line.tsx'
import type { ShownTrace } from './use-trace.ts'
import { useFolding } from './use-folding.ts'
import { useSight } from './use-sight.ts'
import { useTraceKeys } from './use-trace-keys.ts'
import { rowAtPlace, topOf } from './visible-rows.ts'

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
