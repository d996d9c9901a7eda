import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useRowFocus } from '../../../components/table/use-row-focus.ts'
import type { Folding } from './use-folding.ts'
import { placeOfRow } from './visible-rows.ts'

type UseTraceKeysSubject = {
  readonly folding: Folding
  /** The position that has the focus or receives it next. */
  readonly at: number
  readonly setCurrent: (row: number) => void
  readonly scrollTo: (place: number) => void
  /** The row shown in full. */
  readonly chosen: number | undefined
  readonly choose: (row: number | undefined) => void
}

/** Arrow keys move along the rows and fold them; Enter shows a row in full, Escape closes it. */
export function useTraceKeys(
  scroller: RefObject<HTMLDivElement | null>,
  { folding, at, setCurrent, scrollTo, chosen, choose }: UseTraceKeysSubject,
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
