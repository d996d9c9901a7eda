import { setImmediate } from 'node:timers/promises'
import type { Cost, Run, RunStore } from '../core/index.ts'
import type { CaseRow, Progress } from './api.ts'
import { liveRowTable } from './live-row-table.ts'
import { dollarsOf } from './run-row.ts'

/** The rows of a run at work. Each is read when it may have changed, however many look on. */
export interface LiveRows {
  /** Reads what happened since. Who comes while it reads waits for the same reading. */
  look(run: Run): Promise<void>
  /** The same, and answers as soon as there are so many rows. */
  until(run: Run, count: number): Promise<void>
  /** In dataset order. */
  rows(): readonly CaseRow[]
  /** Counts changes of rows. */
  changes(): number
  /** The rows that changed after so many changes, each once, as they are now. */
  since(changes: number): readonly CaseRow[]
  progress(): Progress
}

type Store = Pick<RunStore, 'record' | 'records' | 'revision' | 'spending'>

const rowsAtOnce = 200

export function openLiveRows(store: Store, { plan }: Run): LiveRows {
  const { runId, repeat: repeats } = plan
  const table = liveRowTable(repeats)
  const costs: Cost[] = []
  // Cases begin in the order of their places, so what is new lies behind the last one.
  let next = 0
  let revision: number | undefined
  let holder = ''
  let looking: Promise<void> | undefined
  let read = Promise.withResolvers<void>()

  async function lookOnce(run: Run): Promise<void> {
    const now = await store.revision()
    const holderNow = `${run.processId} ${run.status}`
    if (now === revision && holderNow === holder) return
    // Whoever goes on with a run may open cases again that had ended.
    if (holderNow !== holder && run.status === 'running') next = 0
    holder = holderNow
    let done = 0
    for (const place of table.unendedBefore(next)) {
      const record = await store.record(runId, placeOf(place))
      if (record !== undefined) next = Math.max(next, table.take(record) + 1)
      if (++done % rowsAtOnce === 0) await rest()
    }
    for await (const record of store.records(runId, placeOf(next))) {
      next = Math.max(next, table.take(record) + 1)
      if (++done % rowsAtOnce === 0) await rest()
    }
    costs.push(...(await store.spending(runId, costs.length)))
    // What was written while we read is seen the next time.
    revision = now
  }

  function placeOf(place: number) {
    return { position: Math.floor(place / repeats), repeat: place % repeats }
  }

  // Others get their turn, above all whoever waits for the rows so far.
  async function rest(): Promise<void> {
    read.resolve()
    read = Promise.withResolvers()
    await setImmediate()
  }

  const live: LiveRows = {
    async look(run) {
      looking ??= lookOnce(run).finally(() => (looking = undefined))
      await looking
    },

    async until(run, count) {
      const whole = live.look(run)
      let isWhole = false
      const ended = whole.then(() => (isWhole = true))
      const isEnough = () => isWhole || table.size() >= count
      while (!isEnough()) await Promise.race([read.promise, ended])
      // Whoever has enough does not hear what goes wrong behind it.
      ended.catch(() => undefined)
    },

    rows: table.rows,
    changes: table.changes,
    since: table.since,

    progress() {
      const spent = costs.flatMap((cost) => dollarsOf(cost) ?? [])
      const results = table.results()
      return {
        done: results.total,
        planned: plan.dataset.cases * repeats,
        results,
        ...(spent.length > 0 && { dollars: spent.reduce((sum, dollars) => sum + dollars, 0) }),
      }
    },
  }
  return live
}
