import type { EvalError } from '../core/index.ts'
import type { Fleet } from './fleet.ts'
import { openLease, releaseLost } from './lease.ts'
import { isOpen, nextOpenRun } from './open-runs.ts'
import { playOpenRun, type Player } from './play-open-run.ts'
import { storeTrouble } from './store-trouble.ts'

export type WorkerOptions = Player & {
  readonly labels: readonly string[]
  readonly leaseMs: number
  readonly untilIdle?: boolean
  readonly onBegin: (run: string) => void
  /** Called when the store cannot be reached or the lease is lost; the worker then goes on as soon as it can. */
  readonly onTrouble: (trouble: EvalError) => void
}

/** The interval at which it looks for work without a notice. */
const LOOK_EVERY_MS = 2000
const REST_AFTER_TROUBLE_MS = 1000

/** Plays runs as they are opened, until its signal aborts. */
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
    // A server that is unavailable learns of it when the lease expires.
    await lease.end().catch((error: unknown) => {
      if (storeTrouble(error) === undefined && !signal.aborted) throw error
    })
  }
}
