import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useRowFocus } from '../../../components/table/use-row-focus.ts'
import { useVirtualRows } from '../../../components/table/use-virtual-rows.ts'
import { useIsPrinting } from '../../../design/use-is-printing.ts'
import { TraceLine } from './trace-line.tsx'
import { placeOfRow, useFolding } from './use-folding.ts'
import type { ShownTrace } from './use-trace.ts'

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
  const events = useTraceKeys(scroller, { folding, at, setCurrent, scrollTo, chosen, choose })
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
      {...events}
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

type TraceMoves = Pick<TraceListProps, 'chosen' | 'choose'> & {
  readonly folding: ReturnType<typeof useFolding>
  /** The position that has the focus or receives it next. */
  readonly at: number
  readonly setCurrent: (row: number) => void
  readonly scrollTo: (place: number) => void
}

/** Arrow keys move along the rows and fold them; Enter shows a row in full, Escape closes it. */
function useTraceKeys(
  scroller: RefObject<HTMLDivElement | null>,
  { folding, at, setCurrent, scrollTo, chosen, choose }: TraceMoves,
) {
  const { visible } = folding
  const last = visible.length - 1
  const focusRow = useRowFocus(scroller, at)

  function focus(place: number): void {
    const next = Math.max(0, Math.min(last, place))
    const row = visible[next] ?? 0
    setCurrent(row)
    scrollTo(next)
    // The shown row follows the focus.
    if (chosen !== undefined) choose(row)
    focusRow(next)
  }

  /** A row that becomes hidden is closed. */
  function expand(row: number): void {
    if (folding.hides(row, chosen)) choose(undefined)
    folding.expand(row)
  }

  function actionsAt(row: number): Readonly<Record<string, (() => void) | undefined>> {
    const expanded = folding.isExpanded(row)
    const toggle = () => choose(chosen === row ? undefined : row)
    return {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      PageDown: () => focus(at + 10),
      PageUp: () => focus(at - 10),
      Home: () => focus(0),
      End: () => focus(last),
      ArrowRight: () => (expanded === false ? expand(row) : focus(at + 1)),
      ArrowLeft: () => (expanded === true ? expand(row) : focus(placeOfRow(folding.parentOf(row), visible))),
      Enter: toggle,
      ' ': toggle,
      Escape: chosen === undefined ? undefined : () => choose(undefined),
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (lineOf(event.target) !== event.target || event.ctrlKey || event.metaKey || event.altKey) return
    const act = actionsAt(visible[at] ?? 0)[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  function onClick({ target }: MouseEvent<HTMLElement>): void {
    const line = lineOf(target)
    if (line === null) return
    const row = Number(line.dataset['row'])
    setCurrent(row)
    if (target instanceof Element && target.closest('button') !== null) expand(row)
    else choose(chosen === row ? undefined : row)
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const line = lineOf(target)
    if (line !== null) setCurrent(Number(line.dataset['row']))
  }
  return { onClick, onFocus, onKeyDown }
}

function lineOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.trace-line') : null
}
