import { remembered } from '../remembered.ts'
import type { AllWords, Language, Spoken } from './words.ts'

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

const all = new Map<Language, AllWords>()

/** All words of a language; who shows a page of them has loaded them before. */
export function allWords(language: Language): AllWords {
  const words = all.get(language)
  if (words === undefined) throw new Error(`the words of the pages are not loaded in ${language}`)
  return words
}

export async function loadAllWords(language: Language): Promise<void> {
  if (!all.has(language))
    all.set(language, language === 'ja' ? (await import('./ja.ts')).ja : (await import('./en.ts')).en)
}

/** Loads something that says more than the first view does, and its words beside it. */
export function withAllWords<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => (await Promise.all([load(), loadAllWords(wantedLanguage())]))[0]
}

function languageOfBrowser(): Language {
  return navigator.languages.find((tag) => /^(en|ja)\b/.test(tag))?.startsWith('ja') === true ? 'ja' : 'en'
}
