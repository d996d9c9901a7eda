import { useSyncExternalStore } from 'react'
import type { Message } from '../../../src/core/basics/message.ts'
import { decimal, duration, inUnit, quantity } from '../../../src/reporters/number-format.ts'
import { speaking, type Say, type SayFirst, type Spoken, type WordsLanguage } from './speaking.ts'

export const spokenEnglish: Spoken = { language: 'en', say: speaking((text) => text) }

let spoken: Spoken = spokenEnglish
const listeners = new Set<() => void>()

/** Speaks another language from now on. */
export function speak(next: Spoken): void {
  spoken = next
  document.documentElement.lang = next.language
  for (const changed of listeners) changed()
}

/**
 * Says a sentence of the page or the server in the reader's language, in modules that `withAllWords` loads. All is drawn anew
 * where the language changes; what is kept from one drawing to the next follows `useLanguage` or `useSay`.
 *
 * @example say('{shown} of {all}', { shown: 3, all: 10 })
 */
export const say = sayNow as Say

/** Says what is there from the beginning. */
export const sayFirst = sayNow as SayFirst

function sayNow(sentence: never, values: never): string {
  return spoken.say(sentence, values)
}

/** Says sentences of the server behind each other, as the language puts them. */
export function sayList(sentences: readonly Message[]): string {
  return sentences.map(say).join(spoken.language === 'ja' ? '、' : ', ')
}

export function currentLanguage(): WordsLanguage {
  return spoken.language
}

/** The language, with its changes. */
export function useLanguage(): WordsLanguage {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  }, currentLanguage)
}

/** Says what is there from the beginning, and is another function in another language, for what is made anew then. */
export function useSay(): SayFirst {
  useLanguage()
  return spoken.say
}

/** Formats numbers and times in the reader's language. */
export const formatted = {
  dateTime: (iso: string): string => formatter('short').format(new Date(iso)),
  date: (iso: string): string => formatter(undefined).format(new Date(iso)),
  /** The time of day with seconds. */
  time: (milliseconds: number): string => new Date(milliseconds).toLocaleTimeString(currentLanguage()),
  duration: (milliseconds: number): string => sayFirst(duration(milliseconds)),
  seconds: <Known extends number | undefined>(seconds: Known) =>
    ifKnown(seconds, (known) => sayFirst(duration(known * 1000))),
  /** US dollars; `costsMore` where an unknown cost comes on top. */
  dollars: <Known extends number | undefined>(dollars: Known, costsMore = false) =>
    ifKnown(dollars, (known) => `${costsMore ? '≥ ' : ''}$${quantity(known)}`),
  /** A metric's value: a score, or a quantity with its unit. */
  amount: (value: number, unit: string | undefined): string | number => {
    if (unit === undefined) return decimal(value)
    return sayFirst(unit === 'seconds' ? duration(value * 1000) : inUnit(value, unit))
  },
}

type IfKnown<Known> = Known extends number ? string : undefined

function ifKnown<Known extends number | undefined>(value: Known, print: (value: number) => string): IfKnown<Known> {
  // Cast: what is known of a type parameter does not narrow a type that depends on it.
  return (value === undefined ? undefined : print(value)) as IfKnown<Known>
}

/** Facts behind each other, as far as there are any. */
export function factLine(facts: readonly (string | number | false | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined && fact !== false && fact !== '').join(' · ')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeStyle: 'short' | undefined): Intl.DateTimeFormat {
  const key = `${currentLanguage()} ${timeStyle}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle })
  formatters.set(key, made)
  return made
}
