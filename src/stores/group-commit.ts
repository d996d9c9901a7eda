/** Writes a whole batch and returns for each entry its error or undefined. Throwing refuses the whole batch. */
export type Commit<Entry> = (entries: readonly Entry[]) => readonly (Error | undefined)[]

/** An entry that waits for its commit. */
export type CommitWaiter<Entry> = {
  readonly entry: Entry
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

type GroupCommitOptions<Entry> = {
  /** The size of an entry in characters; 0 when absent. */
  readonly sizeOf?: (entry: Entry) => number
  /** Resolves when the commit has reached the disk; other commits may go on meanwhile. */
  readonly synced?: () => Promise<void>
  readonly now?: () => number
}

// Large enough to make the disk's latency irrelevant, small enough for memory. It is half of what a run may have
// unsaved, so that cases are played while the disk writes the other half.
const mostEntries = 256
const mostCharacters = 1_000_000
const longestMs = 100
// An agent that answers at once takes a few turns of the event loop, each of microseconds when idle.
const quietTurns = 10

/**
 * Commits entries in batches: the disk takes as long for sixty as for one. A batch is committed when some turns of the
 * event loop add nothing, since every caller may then be waiting, or when it is large. Entries added in one turn share
 * a commit. An entry's promise settles when its commit is on the disk.
 */
export function groupCommit<Entry>(
  commit: Commit<Entry>,
  { sizeOf = () => 0, synced = async () => undefined, now = () => performance.now() }: GroupCommitOptions<Entry> = {},
): { add(entry: Entry): Promise<void>; flush(): void } {
  let queue: CommitWaiter<Entry>[] = []
  let characters = 0
  let since = 0
  let quiet = 0
  let isWatched = false
  let syncing: Promise<void> | undefined

  function flush(): void {
    const batch = queue
    queue = []
    characters = 0
    if (batch.length === 0) return
    const settled = settleBatch(batch, committed).then(() => {
      if (syncing === settled) syncing = undefined
    })
    syncing = settled
  }

  async function committed(entries: readonly Entry[]): Promise<readonly (Error | undefined)[]> {
    const refusals = commit(entries)
    await synced()
    return refusals
  }

  function flushWhenQuiet(): void {
    quiet += 1
    isWatched = queue.length > 0
    if (!isWatched) return
    if (quiet <= quietTurns && now() - since < longestMs) setImmediate(flushWhenQuiet)
    else if (syncing !== undefined) void syncing.then(flushWhenQuiet)
    else {
      isWatched = false
      flush()
    }
  }

  return {
    add(entry) {
      return new Promise((resolve, reject) => {
        const wasFull = isFull()
        if (queue.length === 0) since = now()
        queue.push({ entry, resolve, reject })
        characters += sizeOf(entry)
        quiet = 0
        // Deferred, so that entries added in the same turn share a commit.
        if (isFull() && !wasFull) queueMicrotask(flush)
        if (!isWatched) setImmediate(flushWhenQuiet)
        isWatched = true
      })
    },
    flush,
  }

  function isFull(): boolean {
    return queue.length >= mostEntries || characters >= mostCharacters
  }
}

/** Commits a batch and tells each of its entries how that went. */
export async function settleBatch<Entry>(
  batch: readonly CommitWaiter<Entry>[],
  commit: (entries: readonly Entry[]) => Promise<readonly (Error | undefined)[]>,
): Promise<void> {
  try {
    const refusals = await commit(batch.map(({ entry }) => entry))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const refusal = refusals[index]
      if (refusal === undefined) resolve()
      else reject(refusal)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
