import { useSyncExternalStore } from 'react'
import type { Message } from '../../../src/core/basics/message.ts'
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
