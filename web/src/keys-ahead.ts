import { useEffect, useId, useLayoutEffect } from 'react'

type KeysAheadKeys = readonly string[]

const ofTables: KeysAheadKeys = ['j', 'k', 'Enter', '/']
/** What a person says of the case that is named. */
export const verdictKeys: KeysAheadKeys = ['p', 'f']

/** By who awaits or hears them. Before the page begins somebody will. */
const awaited = new Map<string, KeysAheadKeys>([['start', ofTables]])
const heard = new Map<string, KeysAheadKeys>()
/** What is done about a key that was pressed before: those that come after it wait. */
const underWay = new Set<string>()
let kept: KeysAheadKeys = []
let turn: ReturnType<typeof setTimeout> | undefined

addEventListener('keydown', catchUp, { capture: true })
addEventListener('keydown', keepAhead)
addEventListener('pointerdown', forget)
addEventListener('popstate', forget)

/**
 * Something is on its way that hears keys, by default those of a table. Who presses one of them meanwhile is heard when it
 * is there, however slow network and machine are.
 */
export function useAwaitedKeys(waits: boolean, keys: KeysAheadKeys = ofTables): void {
  const id = useId()
  useLayoutEffect(() => {
    awaited.delete('start')
    if (waits) awaited.set(id, keys)
  }, [id, waits, keys])
  useEffect(() => {
    if (!waits) return undefined
    awaited.set(id, keys)
    // No earlier than what was awaited hears.
    return () => {
      awaited.delete(id)
      soon()
    }
  }, [id, waits, keys])
}

/** Hears these keys from now on, and those of them that were pressed before. To be called behind what listens. */
export function useHeardKeys(keys: KeysAheadKeys): void {
  const id = useId()
  const names = keys.join(' ')
  useEffect(() => {
    heard.set(id, names.split(' '))
    soon()
    return () => void heard.delete(id)
  }, [id, names])
}

/** What a key begins and takes a while, such as storing a verdict: what is pressed meanwhile is heard behind it, in its order. */
export function useHeldKeys(): { readonly hold: () => void; readonly release: () => void } {
  const id = useId()
  const release = () => {
    underWay.delete(id)
    soon()
  }
  useEffect(() => () => void underWay.delete(id), [id])
  return { hold: () => void underWay.add(id), release }
}

function keepAhead(event: KeyboardEvent): void {
  const { key } = event
  if (!event.isTrusted || event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
  const isKept = !event.defaultPrevented && isMeant(event) && !isIn(heard, key) && isIn(awaited, key)
  kept = isKept ? [...kept, key] : []
}

/** Behind those that wait for their turn. What begins a number is written where it belongs, or nowhere. */
function catchUp(event: KeyboardEvent): void {
  const { key, isTrusted, repeat } = event
  const waits = underWay.size > 0 || (kept.length > 0 && (turn !== undefined || awaited.size > 0))
  const isHeard = isIn(heard, key)
  if (!waits || repeat || !isTrusted || !isMeant(event) || !(isHeard || /^\d$/.test(key))) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isHeard) kept = [...kept, key]
}

/** When the page shows what has come, and what the key before did. */
function soon(): void {
  turn ??= setTimeout(() => {
    turn = undefined
    giveOut()
  })
}

function giveOut(): void {
  const [key, ...rest] = kept
  if (key === undefined || underWay.size > 0) return
  if (isIn(heard, key)) {
    kept = rest
    const place = document.activeElement ?? document.body
    place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    soon()
  } else if (awaited.size === 0) forget()
}

/** What was pressed for something that went wrong, or that somebody left, is for nothing else. */
export function forget(): void {
  kept = []
}

function isMeant({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWithin = (places: string) => target instanceof Element && target.closest(places) !== null
  return !(ctrlKey || metaKey || altKey || isWithin(typed) || (key === 'Enter' && isWithin(pressed)))
}

function isIn(those: ReadonlyMap<string, KeysAheadKeys>, key: string): boolean {
  return [...those.values()].some((keys) => keys.includes(key))
}

const typed = 'input, select, textarea, [role=dialog]'
const pressed = 'a, button, summary'
