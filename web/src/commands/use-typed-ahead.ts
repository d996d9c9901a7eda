import { useEffect, useEffectEvent, useState } from 'react'

/** What is looked for by its name. */
export type Query = {
  readonly typed: string
  /** Enter was pressed before anything was found. */
  readonly entered: boolean
  readonly type: (text: string) => void
  readonly enter: () => void
  /** The field is there and hears keys itself. */
  readonly arrive: () => void
}

const nothing = { typed: '', entered: false, arrived: false }

/** Hears what is typed from the moment on at which a field is asked for, though it comes later. */
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
    // What it would do on the page is not meant.
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
  // Keys that write nothing have names.
  return Array.from(key).length === 1 ? typed + key : typed
}
