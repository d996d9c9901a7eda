/** Takes a whole batch; returns for each entry why it was refused, or undefined. Throwing refuses all of them. */
export type Commit<Entry> = (entries: readonly Entry[]) => readonly (Error | undefined)[]

type GroupCommitWaiter<Entry> = {
  readonly entry: Entry
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

type GroupCommitOptions<Entry> = {
  /** How much room an entry takes, in characters; none where nobody says. */
  readonly sizeOf?: (entry: Entry) => number
  /** Resolves when the disk has what was committed, while others go on. */
  readonly synced?: () => Promise<void>
  /** Milliseconds, from any origin. */
  readonly now?: () => number
}

// Large enough that the disk is no matter, small enough that nobody misses what stands in memory meanwhile; half of what a run
// may have that is not kept, so that one half is played while the disk is at work on the other.
const mostEntries = 256
const mostCharacters = 1_000_000
const longestMs = 100
// An agent that answers at once takes a few turns for it, of which each is over in microseconds where nothing else is to be done.
const quietTurns = 10

/**
 * Commits together what is added while more comes: a disk takes as long for one entry as for sixty. It does so when some turns of
 * the event loop add nothing, since everybody may be waiting then, and before much has come together. What is added in one
 * go is committed in one. The promise of an entry settles when the disk has the commit that it was part of.
 */
export function groupCommit<Entry>(
  commit: Commit<Entry>,
  { sizeOf = () => 0, synced = async () => undefined, now = () => performance.now() }: GroupCommitOptions<Entry> = {},
): { add(entry: Entry): Promise<void>; flush(): void } {
  let queue: GroupCommitWaiter<Entry>[] = []
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
    const settled = settle(batch, commit, synced).then(() => {
      if (syncing === settled) syncing = undefined
    })
    syncing = settled
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
        // Not at once: what is added in the same go belongs together.
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

async function settle<Entry>(
  batch: readonly GroupCommitWaiter<Entry>[],
  commit: Commit<Entry>,
  synced: () => Promise<void>,
): Promise<void> {
  try {
    const refusals = commit(batch.map(({ entry }) => entry))
    await synced()
    for (const [index, { resolve, reject }] of batch.entries()) {
      const refusal = refusals[index]
      if (refusal === undefined) resolve()
      else reject(refusal)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
