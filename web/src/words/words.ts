import type { Message } from '../../../src/core/basics/message.ts'
import type { firstEn } from './first-en.ts'
import type { pagesEn } from './pages-en.ts'

export type WordsLanguage = 'en' | 'ja'

/** The words of the first view in one language. */
export type Spoken = {
  readonly language: WordsLanguage
  readonly words: Words
  /** Translates a sentence of the server. */
  readonly say: (sentence: Message) => string
}

/** Tables have the same sections and keys in every language; only the sentences differ. */
export type Words = WordsTable<typeof firstEn>
export type PageWords = WordsTable<typeof pagesEn>
export type AllWords = Words & PageWords

type WordsTable<Sentences> = {
  readonly [Key in keyof Sentences]: Sentences[Key] extends string ? string : WordsTable<Sentences[Key]>
}
