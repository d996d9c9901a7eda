import { useHotkeys } from 'react-hotkeys-hook'
import { useHeardKeys } from '../../keys-ahead.ts'

type UseKeys = Readonly<Record<string, () => unknown>>

export const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Handles single keys, unless somebody types or a dialog is open. `digit` is called for digits, which then go to the field it focuses. */
export function useKeys(keys: UseKeys, digit?: () => void): void {
  const names = Object.keys(keys)
  const press = (event: KeyboardEvent) => {
    if (digits.includes(event.key)) digit?.()
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const all = digit === undefined ? names : [...new Set([...names, ...digits])]
  useHotkeys(all, press, {
    useKey: true,
    // `?` needs Shift on some keyboards only.
    ignoreModifiers: true,
    enableOnFormTags: true,
    ignoreEventWhen: isForOthers,
  })
  useHeardKeys(all)
}

/** Keys while typing are no commands; tables and buttons have keys of their own. */
function isForOthers(event: KeyboardEvent): boolean {
  const { target, key, repeat, defaultPrevented, ctrlKey, metaKey, altKey } = event
  const isWithin = (places: string) => target instanceof Element && target.closest(places) !== null
  if (repeat || defaultPrevented || ctrlKey || metaKey || altKey || isWithin(typed)) return true
  return (ofTable.has(key) && isWithin('[role=grid]')) || (key === 'Enter' && isWithin('a, button, summary'))
}

const typed = 'input, select, textarea, [role=dialog]'
const ofTable: ReadonlySet<string> = new Set(['j', 'k', 'Enter', 'Escape'])
