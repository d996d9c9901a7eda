import type { Message } from '../core/index.ts'
import { fillTemplate } from '../core/index.ts'
import { formerJapanese } from './former-ja.ts'
import { japanese } from './ja.ts'
import type { Language } from './language.ts'

const tables: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: new Map(),
  ja: new Map(Object.entries({ ...formerJapanese, ...japanese })),
}

/** The sentence in a language. English is the template itself, and stands in where a translation is missing. */
export function translate(sentence: Message, language: Language): string {
  return fillTemplate(tables[language].get(sentence.text) ?? sentence.text, sentence.values ?? {})
}
