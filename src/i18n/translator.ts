import type { Message } from '../core/index.ts'
import { fillTemplate } from '../core/index.ts'
import { formerJapanese } from './former-ja.ts'
import type { Language } from './language.ts'

/** The sentence in a language. English is the template itself, and stands in where a translation is missing. */
export type Translate = (sentence: Message, language: Language) => string

/** @param japanese by English template; sentences of older versions, which stored runs may have, come along */
export function translator(japanese: Readonly<Record<string, string>>): Translate {
  const tables: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
    en: new Map(),
    ja: new Map(Object.entries({ ...formerJapanese, ...japanese })),
  }
  return ({ text, values = {} }, language) => fillTemplate(tables[language].get(text) ?? text, values)
}
