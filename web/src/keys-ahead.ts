import { useEffect, useId, useLayoutEffect } from 'react'

type KeysAheadKeys = readonly string[]

const ofTables: KeysAheadKeys = ['j', 'k', 'Enter', '/']
/** Keys that give a verdict on the shown case. */
export const verdictKeys: KeysAheadKeys = ['p', 'f']

/** Keys by who will handle them. `start` stands for the page before it has begun. */
const awaited = new Map<string, KeysAheadKeys>([['start', ofTables]])
const heard = new Map<string, KeysAheadKeys>()
/** Actions of earlier keys that are not finished; later keys wait for them. */
const underWay = new Set<string>()
let kept: KeysAheadKeys = []
let turn: ReturnType<typeof setTimeout> | undefined

addEventListener('keydown', catchUp, { capture: true })
addEventListener('keydown', keepAhead)
addEventListener('pointerdown', forget)
addEventListener('popstate', forget)

/**
 * Announces that a component is loading which handles keys, by default those of a table. Keys pressed meanwhile are handled
 * when it is there, however slow network and machine are.
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
    // Not before the loaded component has its handlers.
    return () => {
      awaited.delete(id)
      soon()
    }
  }, [id, waits, keys])
}

/** Handles these keys from now on, and those that were pressed before. To be called after the handlers are registered. */
export function useHeardKeys(keys: KeysAheadKeys): void {
  const id = useId()
  const names = keys.join(' ')
  useEffect(() => {
    heard.set(id, names.split(' '))
    soon()
    return () => void heard.delete(id)
  }, [id, names])
}

/** Delays further keys while a key's action runs, such as storing a verdict; they are handled afterwards in order. */
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

/** Queues a key behind those that wait, and what is typed behind one that leads into a field. */
function catchUp(event: KeyboardEvent): void {
  const { key, isTrusted, repeat } = event
  const waits = underWay.size > 0 || (kept.length > 0 && (turn !== undefined || awaited.size > 0))
  const isForField = (key.length === 1 || key === 'Enter') && kept.some((one) => leadsIntoField.test(one))
  if (!waits || repeat || !isTrusted || !isMeant(event) || !(isIn(heard, key) || isForField)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  kept = [...kept, key]
}

/** After the page shows the new content and the effect of the previous key. */
function soon(): void {
  turn ??= setTimeout(() => {
    turn = undefined
    giveOut()
  })
}

function giveOut(): void {
  const [key, ...rest] = kept
  if (key === undefined || underWay.size > 0) return
  const place = document.activeElement ?? document.body
  const isTyped = place.matches(typed)
  if (isIn(heard, key) || isTyped) {
    kept = rest
    if (key === 'Enter' && place instanceof HTMLElement && place.matches(pressed)) place.click()
    else place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    // A digit leads into a field and is the first one there.
    const isDigit = /^\d$/.test(key) && document.activeElement?.matches(typed) === true
    if (isDigit || (isTyped && key.length === 1)) document.execCommand('insertText', false, key)
    soon()
  } else if (awaited.size === 0) forget()
}

/** Drops keys that were meant for something that failed or was left. */
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

const leadsIntoField = /^[c/\d]$/
const typed = 'input, select, textarea, [role=dialog]'
const pressed = 'a, button, summary'
