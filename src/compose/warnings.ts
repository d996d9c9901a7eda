import type { Message } from '../core/index.ts'

export type Warning = { readonly sentence: Message; readonly hint?: Message }

/** Collects messages for people that stop nothing, each only once. */
export type Warnings = {
  readonly add: (sentence: Message, hint?: Message) => void
  /** Adds a warning that is useful only during the run, so listeners are called at once. */
  readonly addNow: (sentence: Message, hint?: Message) => void
  readonly listen: (listener: () => void) => void
  readonly all: readonly Warning[]
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
