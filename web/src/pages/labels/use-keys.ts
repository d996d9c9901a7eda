import { useHotkeys } from 'react-hotkeys-hook'
import { useHeardKeys } from '../../keys-ahead.ts'

type UseKeys = Readonly<Record<string, () => void>>

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Single keys, while nothing is typed anywhere and no dialog is open. `digit` hears digits, which go on to what it focuses. */
export function useKeys(keys: UseKeys, digit?: () => void): void {
  const names = Object.keys(keys)
  const press = (event: KeyboardEvent) => {
    if (digits.includes(event.key)) digit?.()
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  useHotkeys([...names, ...(digit === undefined ? [] : digits)], press, {
    useKey: true,
    // `?` is typed with Shift on some keyboards only, and what is typed into is told below.
    ignoreModifiers: true,
    enableOnFormTags: true,
    ignoreEventWhen: isForOthers,
  })
  useHeardKeys(names)
}

/** What is typed is no command; a table has keys of its own, and so has what Enter presses. */
function isForOthers(event: KeyboardEvent): boolean {
  const { target, key, repeat, defaultPrevented, ctrlKey, metaKey, altKey } = event
  const isWithin = (places: string) => target instanceof Element && target.closest(places) !== null
  if (repeat || defaultPrevented || ctrlKey || metaKey || altKey || isWithin(typed)) return true
  return (ofTable.has(key) && isWithin('[role=grid]')) || (key === 'Enter' && isWithin('a, button, summary'))
}

const typed = 'input, select, textarea, [role=dialog]'
const ofTable: ReadonlySet<string> = new Set(['j', 'k', 'Enter', 'Escape'])
