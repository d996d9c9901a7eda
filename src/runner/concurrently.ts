/**
 * Runs `work` on each item, at most `limit` at a time, and pulls an item only when a slot is free. The first error
 * stops the pulling and is thrown once the work in flight has ended.
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

// Async generators queue calls of next() themselves; other iterators need not.
function serialised<Value>(step: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(step)
    last = next.catch(() => undefined)
    return next
  }
}

/** Runs work whose last part, such as storing a result, does not block the start of the next piece. */
type WorkingAhead = {
  /** @throws any error of an earlier piece */
  begin(work: (isAhead: () => void) => Promise<void>): Promise<void>
  /** @throws the first error that was not thrown before */
  end(): Promise<void>
}

/** @param most the number of pieces that may be in their last part at once */
export function workingAhead(most: number): WorkingAhead {
  const open = new Set<Promise<void>>()
  let ahead = 0
  let failed: { readonly error: unknown } | undefined
  const assertNoneFailed = () => {
    if (failed !== undefined) throw failed.error
  }
  return {
    async begin(work) {
      assertNoneFailed()
      const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
      let isCounted = false
      const whole: Promise<void> = work(() => {
        if (isCounted || ahead >= most) return
        isCounted = true
        ahead += 1
        goOn()
      })
        .catch((error: unknown) => {
          failed ??= { error }
        })
        .finally(() => {
          open.delete(whole)
          if (isCounted) ahead -= 1
          goOn()
        })
      open.add(whole)
      await mayGoOn
      assertNoneFailed()
    },
    async end() {
      await Promise.all(open)
      assertNoneFailed()
    },
  }
}
