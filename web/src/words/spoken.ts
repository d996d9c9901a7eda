import { remembered } from '../remembered.ts'
import type { AllWords, WordsLanguage, Spoken } from './words.ts'

export const chosenLanguage = remembered<WordsLanguage>('language', ['en', 'ja'])

/** The language chosen before, else the browser's. */
export function wantedLanguage(): WordsLanguage {
  return chosenLanguage.read() ?? languageOfBrowser()
}

/** Loads the sentences of one language only. */
export async function loadSpoken(language: WordsLanguage): Promise<Spoken> {
  return language === 'ja'
    ? (await import('./spoken-ja.ts')).spokenJapanese
    : (await import('./spoken-en.ts')).spokenEnglish
}

const all = new Map<WordsLanguage, AllWords>()

/** All words of a language, which a component that shows them has loaded before. */
export function allWords(language: WordsLanguage): AllWords {
  const words = all.get(language)
  if (words === undefined) throw new Error(`the words of the pages are not loaded in ${language}`)
  return words
}

export async function loadAllWords(language: WordsLanguage): Promise<void> {
  if (!all.has(language))
    all.set(language, language === 'ja' ? (await import('./ja.ts')).pageWordsJa : (await import('./en.ts')).en)
}

/** Loads a component together with the words of all pages. */
export function withAllWords<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => (await Promise.all([load(), loadAllWords(wantedLanguage())]))[0]
}

function languageOfBrowser(): WordsLanguage {
  return navigator.languages.find((tag) => /^(en|ja)\b/.test(tag))?.startsWith('ja') === true ? 'ja' : 'en'
}
