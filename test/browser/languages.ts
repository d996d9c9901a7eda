import { inject } from 'vitest'
import { templateIn } from '../../src/core/basics/message.ts'
import { firstJa } from '../../web/src/words/first-ja.ts'
import { pagesJa } from '../../web/src/words/pages-ja.ts'
import { type Say, speaking, type WordsLanguage } from '../../web/src/words/speaking.ts'
import type { languagesPlayed } from '../nightly.ts'

/** In which of its languages the page is tried. */
export const languages: ReturnType<typeof languagesPlayed> = inject('languages')

const japanese: Readonly<Record<string, string>> = { ...firstJa, ...pagesJa }

/** Says what the page says itself in one of its languages. */
export function saying(language: WordsLanguage): Say {
  return speaking((text) => (language === 'en' ? text : templateIn((english) => japanese[english], text)))
}
