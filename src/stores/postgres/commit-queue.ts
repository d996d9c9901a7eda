import { setImmediate as nextTurn } from 'node:timers/promises'

type CommitQueueWaiter<Entry> = {
  readonly entry: Entry
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Commits entries in batches while the previous commit is in progress, as `groupCommit` does for files: a distant
 * server takes as long for sixty as for one. An entry's promise settles after its commit.
 */
export function commitQueue<Entry>(commit: (entries: readonly Entry[]) => Promise<readonly (Error | undefined)[]>): {
  add(entry: Entry): Promise<void>
  /** Resolves when everything added so far is written or refused. */
  idle(): Promise<void>
} {
  let queue: CommitQueueWaiter<Entry>[] = []
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    await nextTurn()
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await settle(batch, commit)
    }
    working = undefined
  }

  return {
    add(entry) {
      return new Promise((resolve, reject) => {
        queue.push({ entry, resolve, reject })
        working ??= work()
      })
    },
    idle: async () => working,
  }
}

async function settle<Entry>(
  batch: readonly CommitQueueWaiter<Entry>[],
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
