/** One after the other: two writers at once would undo what the first one did. */
export function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const now = last.then(work, work)
    last = now
    return now
  }
}
