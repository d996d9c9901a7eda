import { setImmediate } from 'node:timers/promises'
import type { CaseRecord, Cost, Run, RunStore } from '../core/index.ts'
import type { CaseRow, Progress } from './api.ts'
import { toCaseRow } from './case-row.ts'
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
  // By place in the run: position × repeats + repeat. Cases begin in this order, so what is new lies behind the last one.
  const known = new Map<number, CaseRow>()
  const unended = new Set<number>()
  const changed: number[] = []
  const counts = { passed: 0, failed: 0, error: 0, 'not-evaluated': 0 }
  const costs: Cost[] = []
  let next = 0
  let revision: number | undefined
  let holder = ''
  let looking: Promise<void> | undefined
  let read = Promise.withResolvers<void>()
  let inOrder: readonly CaseRow[] | undefined

  async function lookOnce(run: Run): Promise<void> {
    const now = await store.revision()
    const holderNow = `${run.processId} ${run.status}`
    if (now === revision && holderNow === holder) return
    // Whoever goes on with a run may open cases again that had ended.
    if (holderNow !== holder && run.status === 'running') next = 0
    holder = holderNow
    let done = 0
    for (const place of [...unended].filter((one) => one < next)) {
      const record = await store.record(runId, placeOf(place))
      if (record !== undefined) take(record)
      if (++done % rowsAtOnce === 0) await rest()
    }
    for await (const record of store.records(runId, placeOf(next))) {
      take(record)
      if (++done % rowsAtOnce === 0) await rest()
    }
    costs.push(...(await store.spending(runId, costs.length)))
    // What was written while we read is seen the next time.
    revision = now
  }

  function take(record: CaseRecord): void {
    const place = record.position * repeats + record.repeat
    const row = toCaseRow(record)
    const before = known.get(place)
    next = Math.max(next, place + 1)
    if (before !== undefined && isSame(before, row)) return
    if (before?.verdict !== undefined) counts[before.verdict] -= 1
    if (row.verdict === undefined) unended.add(place)
    else {
      unended.delete(place)
      counts[row.verdict] += 1
    }
    keep(place, row)
    if (repeats > 1) tellFlakiness(record.position)
  }

  function keep(place: number, row: CaseRow): void {
    known.set(place, row)
    changed.push(place)
    inOrder = undefined
  }

  function tellFlakiness(position: number): void {
    const first = position * repeats
    const places = Array.from({ length: repeats }, (_, repeat) => first + repeat)
    const ended = places.flatMap((place) => known.get(place)?.verdict ?? [])
    const passed = ended.filter((verdict) => verdict === 'passed').length
    const flaky = passed > 0 && passed < ended.length
    for (const place of places) {
      const row = known.get(place)
      if (row !== undefined && row.flaky !== flaky) keep(place, { ...row, flaky })
    }
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
      const isEnough = () => isWhole || known.size >= count
      while (!isEnough()) await Promise.race([read.promise, ended])
      // Whoever has enough does not hear what goes wrong behind it.
      ended.catch(() => undefined)
    },

    rows() {
      inOrder ??= [...known].toSorted(([one], [other]) => one - other).map(([, row]) => row)
      return inOrder
    },

    changes: () => changed.length,

    since: (changes) => [...new Set(changed.slice(changes))].flatMap((place) => known.get(place) ?? []),

    progress() {
      const { passed, failed, error, 'not-evaluated': notEvaluated } = counts
      const done = passed + failed + error + notEvaluated
      const spent = costs.flatMap((cost) => dollarsOf(cost) ?? [])
      return {
        done,
        planned: plan.dataset.cases * repeats,
        results: { total: done, passed, failed, error, notEvaluated },
        ...(spent.length > 0 && { dollars: spent.reduce((sum, dollars) => sum + dollars, 0) }),
      }
    },
  }
  return live
}

function isSame(before: CaseRow, now: CaseRow): boolean {
  return before.verdict === now.verdict && before.answer === now.answer && before.scores.length === now.scores.length
}
