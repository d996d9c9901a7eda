import { remembered } from '../remembered.ts'
import { speaking, type Spoken, type WordsLanguage } from './speaking.ts'

export const chosenLanguage = remembered<WordsLanguage>('language', ['en', 'ja'])

/** The language chosen before, else the browser's. */
export function wantedLanguage(): WordsLanguage {
  return chosenLanguage.read() ?? languageOfBrowser()
}

const spokenEnglish: Spoken = { language: 'en', say: speaking((text) => text) }

/** Loads what the first view says; English comes with the code. */
export async function loadSpoken(language: WordsLanguage): Promise<Spoken> {
  return language === 'ja' ? (await import('./japanese.ts')).spokenJapanese : spokenEnglish
}

let learned: Promise<void> | undefined

/** Loads what all pages say. */
export async function loadAllWords(language: WordsLanguage): Promise<void> {
  if (language === 'ja') await (learned ??= learnPages())
}

async function learnPages(): Promise<void> {
  const [{ learn }, { pagesJapanese }] = await Promise.all([import('./japanese.ts'), import('./pages-japanese.ts')])
  learn(pagesJapanese)
}

/** Loads a component together with the words of all pages. */
export function withAllWords<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => (await Promise.all([load(), loadAllWords(wantedLanguage())]))[0]
}

function languageOfBrowser(): WordsLanguage {
  return navigator.languages.find((tag) => /^(en|ja)\b/.test(tag))?.startsWith('ja') === true ? 'ja' : 'en'
}
