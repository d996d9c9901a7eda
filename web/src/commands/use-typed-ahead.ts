import { useEffect, useEffectEvent, useState } from 'react'

export type Query = {
  readonly typed: string
  /** Whether Enter was pressed before there were results. */
  readonly entered: boolean
  readonly type: (text: string) => void
  readonly enter: () => void
  /** Called when the field is there and receives keys itself. */
  readonly arrive: () => void
}

const nothing = { typed: '', entered: false, arrived: false }

/** Buffers what is typed after the list was opened and before its field is there. */
export function useTypedAhead(open: boolean, close: () => void): Query {
  const [query, setQuery] = useState(nothing)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setQuery(nothing)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The key must not act on the page.
    event.stopImmediatePropagation()
    const { key } = event
    if (key === 'Escape') close()
    else if (key === 'Enter') setQuery((before) => ({ ...before, entered: true }))
    else setQuery((before) => (before.entered ? before : { ...before, typed: after(before.typed, key) }))
  })
  const waits = open && !query.arrived
  useEffect(() => {
    if (!waits) return undefined
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [waits])
  return {
    typed: query.typed,
    entered: query.entered,
    type: (typed) => setQuery({ typed, entered: false, arrived: true }),
    enter: () => setQuery((before) => ({ ...before, entered: true })),
    arrive: () => setQuery((before) => (before.arrived ? before : { ...before, arrived: true })),
  }
}

function after(typed: string, key: string): string {
  const letters = Array.from(typed)
  if (key === 'Backspace') return letters.slice(0, -1).join('')
  // Keys that write no character have longer names.
  return Array.from(key).length === 1 ? typed + key : typed
}
