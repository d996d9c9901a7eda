/** Takes a whole batch; returns for each entry why it was refused, or undefined. Throwing refuses all of them. */
export type Commit<Entry> = (entries: readonly Entry[]) => readonly (Error | undefined)[]

type GroupCommitWaiter<Entry> = {
  readonly entry: Entry
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Commits together what is added in the same turn of the event loop: a disk takes as long for one entry as for sixty.
 * The promise of an entry settles after the commit that it was part of.
 */
export function groupCommit<Entry>(commit: Commit<Entry>): { add(entry: Entry): Promise<void>; flush(): void } {
  let queue: GroupCommitWaiter<Entry>[] = []

  function flush(): void {
    const batch = queue
    queue = []
    if (batch.length > 0) settle(batch, commit)
  }

  return {
    add(entry) {
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush)
        queue.push({ entry, resolve, reject })
      })
    },
    flush,
  }
}

function settle<Entry>(batch: readonly GroupCommitWaiter<Entry>[], commit: Commit<Entry>): void {
  try {
    const refusals = commit(batch.map(({ entry }) => entry))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const refusal = refusals[index]
      if (refusal === undefined) resolve()
      else reject(refusal)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
