import { useEffect, useEffectEvent } from 'react'
import { useHeardKeys } from '../../keys-ahead.ts'

type UseKeys = Readonly<Record<string, () => void>>

/** Single keys, while nothing is typed anywhere and no dialog is open. `digit` hears digits, which go on to what it focuses. */
export function useKeys(keys: UseKeys, digit?: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof Element && event.target.closest(typed) !== null) return
    // A table has keys of its own, and takes them before.
    const isInTable = event.target instanceof Element && event.target.closest('[role=grid]') !== null
    if (event.defaultPrevented || (isInTable && /^[jk]$|^Escape$/.test(event.key))) return
    if (/^\d$/.test(event.key)) digit?.()
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useHeardKeys(Object.keys(keys))
}

const typed = 'input, select, textarea, [role=dialog]'
