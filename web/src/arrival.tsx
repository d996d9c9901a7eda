import { useEffect, useState } from 'react'
import { cameBack } from './came-back.ts'

let last: string | undefined
const listeners = new Set<(title: string) => void>()

/** Moves the focus to a new page's heading and announces its title. The first page of a visit is left alone. */
export function arriveAt(place: string, title: string, heading: HTMLElement | null): void {
  const isFirst = last === undefined
  const isNew = last !== place
  last = place
  if (isFirst || !isNew) return
  // Going back restores the scroll position.
  heading?.focus({ preventScroll: cameBack() })
  for (const tell of listeners) tell(title)
}

/** Tells screen readers the title of a new page. */
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
