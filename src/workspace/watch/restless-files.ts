/** Rounds in a row in which a person may well save the same file while the agent is asked. */
const mostRounds = 3

/**
 * Files that change in one round after the other while the agent is asked: its own programs write them, and nobody would ever come
 * to rest. `leave` is told of each, once.
 *
 * @returns hears what changed while a round was played
 */
export function restlessFiles(leave: (path: string) => void): (changed: readonly string[]) => void {
  let counts = new Map<string, number>()
  return (changed) => {
    counts = new Map(changed.map((path) => [path, (counts.get(path) ?? 0) + 1]))
    for (const [path, count] of counts) if (count === mostRounds) leave(path)
  }
}
