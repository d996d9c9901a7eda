import type { RefObject } from 'react'
import { useEffect, useEffectEvent } from 'react'
import type { TableHandle } from './use-row-keys.ts'

/** Of the table that a page is about: j and k lead to its rows and Enter opens one, wherever the focus is. */
export function useTableKeys(table: RefObject<TableHandle | null>, wanted = true): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!wanted || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const isWithin = (places: string) => event.target instanceof Element && event.target.closest(places) !== null
    if (isWithin(typed)) return
    if (event.key === 'j') table.current?.step(1)
    if (event.key === 'k') table.current?.step(-1)
    if (event.key === 'Enter' && !isWithin(pressed)) table.current?.openCurrent()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const typed = 'input, select, textarea, [role=grid], [role=dialog]'
const pressed = 'a, button, summary'
