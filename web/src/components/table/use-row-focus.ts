import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus to rows of a list of which only those in sight are there: at once, or as soon as they are. That is before the next
 * key is heard, so that none is lost. @returns what gives it to the row at an index
 */
export function useRowFocus(scroller: RefObject<HTMLElement | null>, current: number): (index: number) => void {
  const awaitsFocus = useRef(false)

  /** Focuses the row and returns whether it was rendered. */
  function focused(index: number): boolean {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
    row?.focus({ preventScroll: true })
    return row !== null
  }

  useLayoutEffect(() => {
    if (awaitsFocus.current) awaitsFocus.current = !focused(current)
  })

  return (index) => {
    awaitsFocus.current = !focused(index)
  }
}
