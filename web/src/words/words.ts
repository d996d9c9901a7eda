import type { Message } from '../../../src/core/basics/message.ts'
import type { firstEn } from './first-en.ts'
import type { pagesEn } from './pages-en.ts'

export type WordsLanguage = 'en' | 'ja'

/** What is said in one language on the first view. */
export type Spoken = {
  readonly language: WordsLanguage
  readonly words: Words
  /** A sentence that the server sent. */
  readonly say: (sentence: Message) => string
}

/** The tables have the same sections and keys in every language; the sentences differ. */
export type Words = WordsTable<typeof firstEn>
export type PageWords = WordsTable<typeof pagesEn>
export type AllWords = Words & PageWords

type WordsTable<Sentences> = {
  readonly [Key in keyof Sentences]: Sentences[Key] extends string ? string : WordsTable<Sentences[Key]>
}
