import type { Message } from '../core/index.ts'
import { fillTemplate } from '../core/index.ts'
import { formerJapanese } from './former-ja.ts'
import type { Language } from './language.ts'

/** The sentence in a language. English is the template itself, and stands in where a translation is missing. */
export type Translate = (sentence: Message, language: Language) => string

/** @param japanese by English template, put together when somebody reads Japanese; sentences of older versions, which stored runs may have, come along */
export function translator(japanese: () => Readonly<Record<string, string>>): Translate {
  let table: ReadonlyMap<string, string> | undefined
  const inJapanese = (text: string) =>
    (table ??= new Map(Object.entries({ ...formerJapanese, ...japanese() }))).get(text)
  return ({ text, values = {} }, language) =>
    fillTemplate((language === 'ja' ? inJapanese(text) : undefined) ?? text, values)
}
