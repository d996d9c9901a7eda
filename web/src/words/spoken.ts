import { remembered } from '../remembered.ts'
import type { Language, Spoken } from './words.ts'

export const chosenLanguage = remembered<Language>('language', ['en', 'ja'])

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
