import type { EvalError } from '../core/index.ts'
import type { Fleet } from './fleet.ts'
import { openLease, releaseLost } from './lease.ts'
import { isOpen, nextOpenRun } from './open-runs.ts'
import { playOpenRun, type Player } from './play-open-run.ts'
import { storeTrouble } from './store-trouble.ts'

export type WorkerOptions = Player & {
  readonly labels: readonly string[]
  readonly leaseMs: number
  /** Ends when no open run has anything to do for it. */
  readonly untilIdle?: boolean
  readonly onBegin: (run: string) => void
  /** Hears that the store could not be reached, or the lease was lost; it goes on as soon as it can. */
  readonly onTrouble: (trouble: EvalError) => void
}

/** So often it looks whether there is something to do when nobody says so. */
const LOOK_EVERY_MS = 2000
const REST_AFTER_TROUBLE_MS = 1000

/** Plays runs as they are opened, until its signal is aborted. */
export async function work(fleet: Fleet, options: WorkerOptions): Promise<void> {
  const { signal, untilIdle = false, onTrouble } = options
  const refused = new Set<string>()
  while (!signal.aborted) {
    try {
      const isIdle = !(await playNext(fleet, options, refused))
      if (isIdle) await options.tidy?.(async (run) => isOver(fleet, run))
      if (isIdle && untilIdle) return
      if (isIdle) await fleet.notices.next(signal, LOOK_EVERY_MS)
    } catch (error) {
      const trouble = storeTrouble(error)
      if (trouble === undefined) throw error
      onTrouble(trouble)
      await fleet.sleep(REST_AFTER_TROUBLE_MS, signal).catch(() => undefined)
    }
  }
}

/** A run of this store that no worker may play any more. */
async function isOver({ database, store }: Fleet, run: string): Promise<boolean> {
  const known = (await store.find(run))?.plan.runId === run
  return known && !(await isOpen(database, run))
}

async function playNext(fleet: Fleet, options: WorkerOptions, refused: Set<string>): Promise<boolean> {
  const { database, queue, clock, sleep } = fleet
  const { labels, leaseMs, name, signal } = options
  await releaseLost(database, queue)
  const open = await nextOpenRun(database, { labels, refused: [...refused] })
  if (open === undefined) return false
  const lease = await openLease(database, { queue, name, leaseMs, clock, sleep })
  try {
    options.onBegin(open.run)
    if (!(await playOpenRun(fleet, open, { ...options, lease }))) refused.add(open.run)
    return true
  } finally {
    // A server that is away hears of it when the lease is over.
    await lease.end().catch((error: unknown) => {
      if (storeTrouble(error) === undefined && !signal.aborted) throw error
    })
  }
}
