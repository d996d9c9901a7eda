import type { Message } from '../core/index.ts'

/** Something that is not as somebody may think, and what to do about it. */
export type Warning = { readonly sentence: Message; readonly hint?: Message }

/** What people should hear although it stops nothing, each thing once. */
export type Warnings = {
  readonly add: (sentence: Message, hint?: Message) => void
  readonly all: readonly Warning[]
  /** Those that came since the last time. */
  readonly takeNew: () => readonly Warning[]
}

export function collectWarnings(): Warnings {
  const all = new Map<string, Warning>()
  let taken = 0
  return {
    add: (sentence, hint) =>
      void all.set(JSON.stringify(sentence), hint === undefined ? { sentence } : { sentence, hint }),
    get all() {
      return [...all.values()]
    },
    takeNew() {
      const fresh = [...all.values()].slice(taken)
      taken = all.size
      return fresh
    },
  }
}
