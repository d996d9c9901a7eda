import { setTimeout } from 'node:timers/promises'
import { type Run, type RunStore, hasProcess } from '../core/index.ts'
import type { Capabilities } from './capabilities.ts'

const restMs = 1000
// Of stores that tell of what happens.
const shortestRestMs = 200

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
  // Of one on another machine the store says so.
  function isGone(run: Run): boolean {
    return !hasProcess(run, isAlive)
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
    let news = Promise.withResolvers<void>()
    const stop = store.listen?.(() => news.resolve())
    try {
      while (listeners.size > 0) {
        news = Promise.withResolvers()
        await look()
        await Promise.race([setTimeout(restMs), Promise.all([setTimeout(shortestRestMs), news.promise])])
      }
    } finally {
      stop?.()
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
