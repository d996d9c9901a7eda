type InDatasetOrderPlace = { readonly position: number; readonly repeat: number }

/** So many results may wait for one that is slow; then the order is left to whoever has them all on disk. */
const mostWaiting = 10_000

/**
 * Hands results on in dataset order, each as soon as all before it are there. `finish` hands on the rest, gaps or not, and
 * says whether everything could be handed on.
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
