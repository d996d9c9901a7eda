import type { en } from './en.ts'

/** The tables have the same sections and keys in every language; the sentences differ. */
export type Words = Table<typeof en>

type Table<Sentences> = {
  readonly [Key in keyof Sentences]: Sentences[Key] extends string ? string : Table<Sentences[Key]>
}
