import type { Message } from '../core/index.ts'

/** What people should hear although it stops nothing, each thing once. */
export type Warnings = {
  readonly add: (warning: Message) => void
  readonly all: readonly Message[]
  /** Those that came since the last time. */
  readonly takeNew: () => readonly Message[]
}

export function collectWarnings(): Warnings {
  const all = new Map<string, Message>()
  let taken = 0
  return {
    add: (warning) => void all.set(JSON.stringify(warning), warning),
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
