type InDatasetOrderPlace = { readonly position: number; readonly repeat: number }

/** The most results that wait for a slow one; beyond it, the order is restored from the store. */
const mostWaiting = 10_000

/**
 * Passes results on in dataset order, each as soon as all before it have arrived. `finish` passes on the rest, with
 * gaps, and returns whether all results were passed on.
 */
export function inDatasetOrder<Result extends InDatasetOrderPlace>(repeats: number, handOn: (result: Result) => void) {
  const waiting = new Map<number, Result>()
  let next = 0
  let overflowed = false
  return {
    add(result: Result): void {
      if (overflowed) return
      waiting.set(result.position * repeats + result.repeat, result)
      for (let first = waiting.get(next); first !== undefined; first = waiting.get(next)) {
        waiting.delete(next)
        next += 1
        handOn(first)
      }
      if (waiting.size <= mostWaiting) return
      overflowed = true
      waiting.clear()
    },
    finish(): boolean {
      for (const [, result] of [...waiting].toSorted(([a], [b]) => a - b)) handOn(result)
      return !overflowed
    },
  }
}
