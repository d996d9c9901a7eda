/**
 * Runs `work` on each item, at most `limit` at a time, pulling items only when there is room for them.
 * The first error stops the pulling; it is thrown when what is in flight has ended.
 */
export async function concurrently<Item>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  let stopped = false
  const pull = serialised(() =>
    stopped ? Promise.resolve({ done: true as const, value: undefined }) : iterator.next(),
  )
  const worker = async () => {
    try {
      for (let next = await pull(); next.done !== true; next = await pull()) await work(next.value)
    } catch (error) {
      stopped = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: limit }, worker))
  await iterator.return?.()
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

// Async generators queue calls of next() by themselves; other iterators need not.
function serialised<Value>(step: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(step)
    last = next.catch(() => undefined)
    return next
  }
}
