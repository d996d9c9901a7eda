import { setTimeout } from 'node:timers/promises'
import { type Run, type RunStore, hasProcess } from '../core/index.ts'
import type { Capabilities } from './capabilities.ts'

const restMs = 1000
// For stores that report changes.
const shortestRestMs = 200

/** Tells listeners when the list of runs has changed, in any process; the store is polled once for all of them. */
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

  // A process that was killed writes nothing to the store, so its id is checked; the store knows processes on other machines.
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
    /** @returns a function that stops listening */
    listen(listener: () => void): () => void {
      listeners.add(listener)
      // An error of the store is reported where runs are read.
      if (!isLooking) lookOn().catch(() => listeners.clear())
      return () => void listeners.delete(listener)
    },
  }
}
