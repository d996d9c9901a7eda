import type { Message } from '../../../src/core/basics/message.ts'
import type { en } from './en.ts'

export type Language = 'en' | 'ja'

/** All that is said in one language. */
export type Spoken = {
  readonly language: Language
  readonly words: Words
  /** A sentence that the server sent. */
  readonly say: (sentence: Message) => string
}

/** The tables have the same sections and keys in every language; the sentences differ. */
export type Words = Table<typeof en>

type Table<Sentences> = {
  readonly [Key in keyof Sentences]: Sentences[Key] extends string ? string : Table<Sentences[Key]>
}
