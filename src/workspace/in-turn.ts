/** Runs tasks one after another, since two writers at once would overwrite each other's changes. */
export function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const now = last.then(work, work)
    last = now
    return now
  }
}
