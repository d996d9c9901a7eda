/** Rounds in a row in which a person may well save the same file while the agent is asked. */
const mostRounds = 3

/**
 * Files that change in one round after the other while the agent is asked: its own programs write them, and nobody would ever come
 * to rest. They are left alone then, and `onLeft` hears of each.
 */
export function restlessFiles(onLeft: (path: string) => void) {
  let counts = new Map<string, number>()
  const left = new Set<string>()
  return {
    /** What changed while a round was played. */
    note(changed: readonly string[]): void {
      counts = new Map(changed.map((path) => [path, (counts.get(path) ?? 0) + 1]))
      for (const [path, count] of counts) {
        if (count < mostRounds || left.has(path)) continue
        left.add(path)
        onLeft(path)
      }
    },

    /** The same without those that are left alone. */
    without(states: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
      return new Map([...states].filter(([path]) => !left.has(path)))
    },
  }
}
