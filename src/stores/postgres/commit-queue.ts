import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CommitWaiter, settleBatch } from '../group-commit.ts'

/**
 * Commits entries in batches while the previous commit is in progress, as `groupCommit` does for files: a distant
 * server takes as long for sixty as for one. An entry's promise settles after its commit.
 */
export function commitQueue<Entry>(commit: (entries: readonly Entry[]) => Promise<readonly (Error | undefined)[]>): {
  add(entry: Entry): Promise<void>
  /** Resolves when everything added so far is written or refused. */
  idle(): Promise<void>
} {
  let queue: CommitWaiter<Entry>[] = []
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    await nextTurn()
    while (queue.length > 0) {
      const batch = queue
      queue = []
      await settleBatch(batch, commit)
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
