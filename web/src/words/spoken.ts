import type { Message } from '../../../src/core/basics/message.ts'
import { remembered } from '../remembered.ts'
import type { Words } from './words.ts'

const languages = ['en', 'ja'] as const
export type Language = (typeof languages)[number]

/** All that is said in one language. */
export type Spoken = {
  readonly language: Language
  readonly words: Words
  /** A sentence that the server sent. */
  readonly say: (sentence: Message) => string
}

export const chosenLanguage = remembered<Language>('language', languages)

/** The language chosen before, else the browser's. */
export function wantedLanguage(): Language {
  return chosenLanguage.read() ?? languageOfBrowser()
}

/** Nobody waits for the sentences of a language that they do not read. */
export async function loadSpoken(language: Language): Promise<Spoken> {
  const { spoken } = await (language === 'ja' ? import('./spoken-ja.ts') : import('./spoken-en.ts'))
  return spoken
}

function languageOfBrowser(): Language {
  return navigator.languages.find((tag) => /^(en|ja)\b/.test(tag))?.startsWith('ja') === true ? 'ja' : 'en'
}
