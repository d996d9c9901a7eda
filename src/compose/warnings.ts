import type { Message } from '../core/index.ts'

/** Something that is not as somebody may think, and what to do about it. */
export type Warning = { readonly sentence: Message; readonly hint?: Message }

/** What people should hear although it stops nothing, each thing once. */
export type Warnings = {
  readonly add: (sentence: Message, hint?: Message) => void
  /** What is of use only while the run goes on; whoever listens is told at once. */
  readonly addNow: (sentence: Message, hint?: Message) => void
  readonly listen: (listener: () => void) => void
  readonly all: readonly Warning[]
  /** Those that came since the last time. */
  readonly takeNew: () => readonly Warning[]
}

export function collectWarnings(): Warnings {
  const all = new Map<string, Warning>()
  const listeners: (() => void)[] = []
  let taken = 0
  const add = (sentence: Message, hint?: Message) =>
    void all.set(JSON.stringify(sentence), hint === undefined ? { sentence } : { sentence, hint })
  return {
    add,
    addNow(sentence, hint) {
      add(sentence, hint)
      for (const listener of listeners) listener()
    },
    listen: (listener) => void listeners.push(listener),
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
