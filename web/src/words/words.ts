import type { en } from './en.ts'

/** The tables have the same sections and keys in every language; the sentences differ. */
export type Words = { readonly [Section in keyof typeof en]: { readonly [Key in keyof (typeof en)[Section]]: string } }
