import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useVirtualRows } from '../../../components/table/use-virtual-rows.ts'
import { useIsPrinting } from '../../../design/use-is-printing.ts'
import { TraceLine } from './trace-line.tsx'
import { useFolding } from './use-folding.ts'
import { useTraceKeys } from './use-trace-keys.ts'
import type { ShownTrace } from './use-trace.ts'
import { placeOfRow } from './visible-rows.ts'

type TraceListProps = {
  readonly trace: ShownTrace
  readonly label: string
  readonly found: ReadonlySet<number>
  readonly chosen: number | undefined
  readonly choose: (row: number | undefined) => void
}

/** The trace as a tree that keys move in; only visible rows are rendered. */
export function TraceList({ trace, label, found, chosen, choose }: TraceListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const folding = useFolding(trace, chosen)
  const { visible } = folding
  const count = visible.length
  const { current, setCurrent } = useCurrentRow(chosen)
  const at = Math.max(0, Math.min(placeOfRow(current, visible), count - 1))
  const virtual = useVirtualRows({ count, rowHeight: 32, current: at }, scroller)
  const scrollTo = (place: number) => virtual.scrollToIndex(place)
  const { onClick, onFocus, onKeyDown } = useTraceKeys(scroller, {
    folding,
    at,
    setCurrent,
    scrollTo,
    chosen,
    choose,
  })
  const inSight = virtual.getVirtualItems()
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useWanted(trace, visible[startIndex] ?? 0, visible[endIndex] ?? 0)
  const show = useEffectEvent(() => {
    scrollTo(at)
    // Whoever works in the list keeps their position.
    const box = scroller.current
    if (box !== null && !box.contains(document.activeElement)) box.scrollIntoView({ block: 'nearest' })
  })
  const shown = chosen !== undefined && chosen < trace.total ? chosen : undefined
  useEffect(() => {
    if (shown !== undefined) show()
  }, [shown])
  const all = useIsPrinting() ? Array.from({ length: count }, (_, index) => ({ index, start: 0 })) : inSight
  return (
    <div
      ref={scroller}
      className="trace-rows"
      role="treegrid"
      aria-label={label}
      aria-rowcount={count}
      tabIndex={-1}
      onClick={onClick}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="trace-room" style={{ height: virtual.getTotalSize() }}>
        {all.map(({ index: place, start }) => {
          const index = visible[place] ?? 0
          return (
            <TraceLine
              key={index}
              row={trace.rowAt(index)}
              index={index}
              place={place}
              top={start}
              measure={virtual.measureElement}
              span={trace.span}
              expanded={folding.isExpanded(index)}
              chosen={index === chosen}
              found={found.has(index)}
              current={place === at}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The row that has the focus or receives it next: the last one moved to, or chosen elsewhere. */
function useCurrentRow(chosen: number | undefined) {
  const [current, setCurrent] = useState(chosen ?? 0)
  const [before, setBefore] = useState(chosen)
  if (chosen !== before) {
    setBefore(chosen)
    if (chosen !== undefined) setCurrent(chosen)
  }
  return { current, setCurrent }
}

/** Requests visible rows, after a pause so that fast scrolling requests nothing. */
function useWanted({ want }: ShownTrace, first: number, last: number): void {
  useEffect(() => {
    const waiting = setTimeout(() => want(first, last), 60)
    return () => clearTimeout(waiting)
  }, [want, first, last])
}
