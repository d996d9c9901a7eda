import { createRequire } from 'node:module'
import { type Message, fillTemplate, templateIn } from '../core/index.ts'
import type * as JapaneseModule from './ja.ts'
import type { Language } from './language.ts'

/** Translates a sentence. The English template is used where a translation is missing. */
export type Translate = (sentence: Message, language: Language) => string

/** Translates any sentence; for the command line, which uses all of them. */
export const translate: Translate = ({ text, values = {} }, language) =>
  fillTemplate(language === 'ja' ? templateIn(inJapanese, text) : text, values)

/** Japanese is a third of the code that a command would load, so it is loaded only when needed. */
function inJapanese(text: string): string | undefined {
  return japaneseModule().inJapanese(text)
}

function japaneseModule(): typeof JapaneseModule {
  return createRequire(import.meta.url)('#japanese') as typeof JapaneseModule
}
