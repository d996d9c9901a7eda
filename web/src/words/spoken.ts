import { languageOfReader } from '../../../src/i18n/language.ts'
import { remembered } from '../remembered.ts'
import { speak, spokenEnglish } from './say.ts'
import type { WordsLanguage } from './speaking.ts'

const chosenLanguage = remembered<WordsLanguage>('language', ['en', 'ja'])

/** The language chosen before, else the browser's. */
export function wantedLanguage(): WordsLanguage {
  return chosenLanguage.read() ?? languageOfReader(navigator.languages)
}

/** Loads what the first view says, and speaks it; English comes with the code. */
export async function beginSpeaking(language: WordsLanguage): Promise<void> {
  speak(language === 'ja' ? (await import('./japanese.ts')).spokenJapanese : spokenEnglish)
}

/** Speaks another language, also the next time, once all of it is loaded. */
export async function chooseLanguage(language: WordsLanguage): Promise<void> {
  chosenLanguage.write(language)
  await loadAllWords(language)
  await beginSpeaking(language)
}

let learned: Promise<void> | undefined

/** Loads what all pages say. */
async function loadAllWords(language: WordsLanguage): Promise<void> {
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
