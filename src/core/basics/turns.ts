/**
 * Turns of the event loop, one for each who asks, in order: who does long work in turns never does it in the same one as
 * somebody else, and what came in meanwhile is heard in between.
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
