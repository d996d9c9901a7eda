/** Successive rounds in which a person may plausibly save the same file while the agent is asked. */
const mostRounds = 3

/**
 * Finds files that change in every round while the agent is asked: its own programs write them, and watching them would never
 * end. `leave` is called once for each.
 *
 * @returns a function that receives the files changed in a round
 */
export function restlessFiles(leave: (path: string) => void): (changed: readonly string[]) => void {
  let counts = new Map<string, number>()
  return (changed) => {
    counts = new Map(changed.map((path) => [path, (counts.get(path) ?? 0) + 1]))
    for (const [path, count] of counts) if (count === mostRounds) leave(path)
  }
}
