/**
 * Gives each caller a turn of the event loop of its own, in order. Long computations that take turns never share one,
 * and incoming events are handled in between.
 *
 * @param next resolves in the next turn of the event loop
 */
export function turns(next: () => Promise<unknown>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    last = last.then(next)
    await last
  }
}
