import { setTimeout } from 'node:timers/promises'
import type { Run, RunStore } from '../core/index.ts'
import type { Capabilities } from './capabilities.ts'
import type { RunNews, RunState } from './api/runs.ts'
import type { CaseRows } from './case-rows.ts'
import type { LiveRows } from './live-rows.ts'
import { runStateOf } from './run-row.ts'
import { aborted } from './aborted.ts'

type RunNewsDependencies = {
  readonly store: RunStore
  readonly rows: CaseRows
  readonly isAlive: Capabilities['isAlive']
}

type Listener = {
  readonly signal: AbortSignal
  /** Also yields the rows that changed before this call, for readers who were disconnected. */
  readonly everything: boolean
}

/** Yields news of runs in any process; the store is polled once for all listeners. */
export interface RunNewsSource {
  /** Ends with the run. A slow listener receives fewer events, each with the state as of its time. */
  of(runId: string, listener: Listener): AsyncGenerator<RunNews>
}

const shortestRestMs = 250
const rowsAtOnce = 500

export function openRunNews(dependencies: RunNewsDependencies): RunNewsSource {
  const watches = new Map<string, RunNewsWatch>()

  function watchOf(run: Run): RunNewsWatch {
    const { runId } = run.plan
    const watch = watches.get(runId) ?? startWatch(run, dependencies, () => watches.delete(runId))
    watches.set(runId, watch)
    return watch
  }

  return {
    async *of(runId, { signal, everything }) {
      const run = await dependencies.store.find(runId)
      if (run === undefined) return
      const watch = watchOf(run)
      watch.join()
      try {
        let told = everything ? 0 : undefined
        for (let heard = 0; !signal.aborted;) {
          const moment = await watch.after(heard, signal)
          if (moment === undefined) return
          heard = moment.number
          if (told !== undefined) yield* watch.rowsSince(told)
          // Changes during these yields come with the next rows.
          told = told === undefined ? moment.changes : Math.max(told, moment.changes)
          yield moment.progress
          if (moment.state === 'running') continue
          yield { type: 'end', detail: { run: moment.run, state: moment.state } }
          return
        }
      } finally {
        watch.leave()
      }
    },
  }
}

type RunNewsMoment = {
  readonly number: number
  readonly run: Run
  readonly state: RunState
  readonly changes: number
  readonly progress: RunNews
}

type RunNewsWatch = ReturnType<typeof startWatch>

function startWatch(begun: Run, { store, rows, isAlive }: RunNewsDependencies, ended: () => void) {
  const live: LiveRows = rows.live(begun)
  const leaving = new AbortController()
  let listeners = 0
  let last: RunNewsMoment | undefined
  let next = Promise.withResolvers<void>()
  // Listeners that keep up all ask for these rows.
  let shared: { readonly from: number; readonly news: readonly RunNews[] } | undefined
  const watching = watch()
  // `after` rethrows the error; without a listener it must not end the process.
  watching.catch(() => undefined).finally(ended)

  async function watch(): Promise<void> {
    while (!leaving.signal.aborted) {
      const at = performance.now()
      const run = await store.find(begun.plan.runId)
      if (run === undefined) return
      const state = runStateOf(run, isAlive)
      await live.look(run)
      tell(run, state)
      if (state !== 'running') return
      await rest(Math.max(shortestRestMs, performance.now() - at), leaving.signal)
    }
  }

  function tell(run: Run, state: RunState): void {
    const progress = live.progress()
    const changes = live.changes()
    const isNew =
      last === undefined ||
      last.changes !== changes ||
      last.state !== state ||
      (last.progress.type === 'progress' && last.progress.progress.dollars !== progress.dollars)
    if (!isNew) return
    const before = last?.changes
    last = { number: (last?.number ?? 0) + 1, run, state, changes, progress: { type: 'progress', state, progress } }
    shared = before === undefined ? undefined : { from: before, news: inBatches(before) }
    next.resolve()
    next = Promise.withResolvers()
  }

  function inBatches(from: number): readonly RunNews[] {
    const changed = live.since(from)
    const batches = Math.ceil(changed.length / rowsAtOnce)
    return Array.from({ length: batches }, (_, at) => ({
      type: 'rows' as const,
      rows: changed.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
    }))
  }

  return {
    join: () => void (listeners += 1),

    leave(): void {
      listeners -= 1
      if (listeners === 0) leaving.abort()
    },

    rowsSince: (from: number): readonly RunNews[] => (shared?.from === from ? shared.news : inBatches(from)),

    /** Resolves with the first moment after number `heard`; undefined when there will be none. */
    async after(heard: number, signal: AbortSignal): Promise<RunNewsMoment | undefined> {
      const isOver = watching.then(() => true)
      const left = aborted(signal)
      const isNews = () => (last?.number ?? 0) > heard
      while (!signal.aborted && !isNews()) {
        const over = await Promise.race([next.promise, isOver, left])
        if (over === true && !isNews()) return undefined
      }
      return signal.aborted ? undefined : last
    },
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  const resting = setTimeout(ms, undefined, { signal })
  // An abort is the usual end, not an error.
  await resting.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
