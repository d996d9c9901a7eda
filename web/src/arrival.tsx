import { useEffect, useState } from 'react'
import { cameBack } from './came-back.ts'

let last: string | undefined
const listeners = new Set<(title: string) => void>()

/** Another page is there: its heading gets the focus, and its title is said. The first page of a visit is left alone. */
export function arriveAt(place: string, title: string, heading: HTMLElement | null): void {
  const isFirst = last === undefined
  const isNew = last !== place
  last = place
  if (isFirst || !isNew) return
  // Back leads to where the page was scrolled to.
  heading?.focus({ preventScroll: cameBack() })
  for (const tell of listeners) tell(title)
}

/** What screen readers are told of when the page changes. */
export function Arrival() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    listeners.add(setTitle)
    return () => void listeners.delete(setTitle)
  }, [])
  return (
    <p className="hidden-words" aria-live="polite">
      {title}
    </p>
  )
}
