import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useHeardKeys } from '../../keys-ahead.ts'
import type { TableHandle } from './use-row-keys.ts'

/** Of the table that a page is about: j and k lead to its rows and Enter opens one, wherever the focus is; `wanted` once it has rows. */
export function useTableKeys(table: RefObject<TableHandle | null>, wanted: boolean): void {
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
  useHeardKeys(wanted ? tableKeys : none)
}

const tableKeys = ['j', 'k', 'Enter']
const none: readonly string[] = []

const typed = 'input, select, textarea, [role=grid], [role=dialog]'
const pressed = 'a, button, summary'
