import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Folding } from './use-folding.ts'
import { placeOfRow, rowAtPlace } from './visible-rows.ts'

type UseTraceKeysSubject = {
  readonly folding: Folding
  readonly count: number
  readonly topAt: (place: number) => number
  readonly rowHeight: number
  readonly look: () => void
}

/** Arrow keys move along the rows of a trace, open and close what is below them; Enter shows a row in full. */
export function useTraceKeys(
  scroller: RefObject<HTMLDivElement | null>,
  { folding, count, ...list }: UseTraceKeysSubject,
) {
  const [current, setCurrent] = useState(0)
  const { hidden } = folding
  const awaitsFocus = useRef(false)
  const at = Math.min(current, count - 1)

  function focus(place: number): void {
    const next = Math.max(0, Math.min(count - 1, place))
    setCurrent(next)
    const box = scroller.current
    if (box !== null && box.scrollHeight > box.clientHeight) {
      const top = list.topAt(next)
      const bottom = top + list.rowHeight
      if (top < box.scrollTop) box.scrollTo({ top })
      else if (bottom > box.scrollTop + box.clientHeight) box.scrollTo({ top: bottom - box.clientHeight })
      list.look()
    }
    awaitsFocus.current = !focused(next)
  }

  /** Whether the row was there to get the focus. */
  function focused(place: number): boolean {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null
    row?.focus({ preventScroll: true })
    return row !== null
  }

  // The row that the keys are at is there after the next rendering, and no key is heard before.
  useLayoutEffect(() => {
    if (awaitsFocus.current) awaitsFocus.current = !focused(at)
  })

  function actionsAt(row: number): Readonly<Record<string, () => void>> {
    const expanded = folding.isExpanded(row)
    return {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      PageDown: () => focus(at + 10),
      PageUp: () => focus(at - 10),
      Home: () => focus(0),
      End: () => focus(count - 1),
      ArrowRight: () => (expanded === false ? folding.expand(row) : focus(at + 1)),
      ArrowLeft: () => (expanded === true ? folding.expand(row) : focus(placeOfRow(folding.parentOf(row), hidden))),
      Enter: () => folding.toggle(row),
      ' ': () => folding.toggle(row),
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (lineOf(event.target) !== event.target || event.ctrlKey || event.metaKey || event.altKey) return
    const act = actionsAt(rowAtPlace(at, hidden))[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  function onClick({ target }: MouseEvent<HTMLElement>): void {
    const line = lineOf(target)
    if (line === null) return
    const row = Number(line.dataset['row'])
    setCurrent(Number(line.dataset['place']))
    if (target instanceof Element && target.closest('button') !== null) folding.expand(row)
    else folding.toggle(row)
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const line = lineOf(target)
    if (line !== null) setCurrent(Number(line.dataset['place']))
  }
  return { at, onClick, onFocus, onKeyDown }
}

function lineOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.trace-line') : null
}
