import { createRequire } from 'node:module'
import { type Message, fillTemplate, templateIn } from '../core/index.ts'
import type * as JapaneseModule from './ja.ts'
import type { Language } from './language.ts'

/** The sentence in a language. English is the template itself, and stands in where a translation is missing. */
export type Translate = (sentence: Message, language: Language) => string

/** For the command line, which says everything. */
export const translate: Translate = ({ text, values = {} }, language) =>
  fillTemplate(language === 'ja' ? templateIn(inJapanese, text) : text, values)

let table: ReadonlyMap<string, string> | undefined

/** A third of what a command would load is Japanese, so it comes when somebody reads it. */
function inJapanese(text: string): string | undefined {
  table ??= new Map(Object.entries(japaneseModule().japanese()))
  return table.get(text)
}

function japaneseModule(): typeof JapaneseModule {
  return createRequire(import.meta.url)('#japanese') as typeof JapaneseModule
}
