import { setTimeout } from 'node:timers/promises'
import type { Run, RunStore } from '../core/index.ts'
import type { Capabilities } from './capabilities.ts'

const restMs = 1000

/** Says when the list of runs has changed, whichever process works on them: looked up once for all who listen. */
export function openListNews({
  store,
  isAlive,
}: {
  readonly store: RunStore
  readonly isAlive: Capabilities['isAlive']
}) {
  const listeners = new Set<() => void>()
  let revision: number | undefined
  let running: readonly Run[] = []
  let isLooking = false

  // A process that is killed writes nothing down.
  function isGone({ processId, plan }: Run): boolean {
    return processId === undefined || !isAlive(processId, plan.runId)
  }

  async function look(): Promise<void> {
    const before = revision
    revision = await store.revision()
    const hasLost = running.some(isGone)
    if (before === revision && !hasLost) return
    running = (await store.list()).filter((run) => run.status === 'running' && !isGone(run))
    if (before !== undefined) for (const listener of listeners) listener()
  }

  async function lookOn(): Promise<void> {
    isLooking = true
    try {
      while (listeners.size > 0) {
        await look()
        await setTimeout(restMs)
      }
    } finally {
      isLooking = false
    }
  }

  return {
    /** @returns how to stop listening */
    listen(listener: () => void): () => void {
      listeners.add(listener)
      // A store that cannot be read is told where runs are asked for.
      if (!isLooking) lookOn().catch(() => listeners.clear())
      return () => void listeners.delete(listener)
    },
  }
}
