import { setImmediate } from 'node:timers/promises'
import { type CaseRecord, type Run, type RunStore, agentDollarsOf } from '../core/index.ts'
import type { CaseRow, Progress } from './api/runs.ts'
import { liveRowTable, liveVerdictTable } from './live-row-table.ts'
import { isPaged } from './paged/paged-run.ts'
import { judgeDollarsOf } from './run-row.ts'

/** The rows of a run in progress, read once for all readers. A run shown page by page keeps only verdicts. */
export interface LiveRows {
  /** Reads the changes since the last call. Concurrent callers share one reading. */
  look(run: Run): Promise<void>
  /** Does the same, and resolves as soon as there are `count` rows. */
  until(run: Run, count: number): Promise<void>
  /** Returns the rows in dataset order. */
  rows(): readonly CaseRow[]
  changes(): number
  /** Returns the present rows that changed after the given number of changes, each once. */
  since(changes: number): readonly CaseRow[]
  isRead(): boolean
  progress(): Progress
}

type LiveRowsStore = Pick<RunStore, 'record' | 'records' | 'revision' | 'spending'>

const rowsAtOnce = 200

// Up to this many adjacent places are read one by one.
const fewPlaces = 16

export function openLiveRows(store: LiveRowsStore, { plan }: Pick<Run, 'plan'>): LiveRows {
  const { runId, repeat: repeats } = plan
  const table = isPaged({ plan }) ? liveVerdictTable(repeats) : liveRowTable(repeats)
  const spending = spendingOf(store, runId)
  // One behind the last place seen. Workers start their shares side by side, so places before it may change as well.
  let next = 0
  let taken = 0
  let revision: number | undefined
  let holder = ''
  let looking: Promise<void> | undefined
  let read = Promise.withResolvers<void>()

  async function lookOnce(run: Run): Promise<void> {
    const now = await store.revision()
    const holderNow = `${run.processId} ${run.status}`
    if (now === revision && holderNow === holder) return
    // A process that resumes a run may restart cases that had ended.
    if (holderNow !== holder && run.status === 'running') next = 0
    holder = holderNow
    for (const span of spansOf(table.unended())) await readSpan(span)
    await readSpan({ from: next, to: Infinity })
    await spending.read()
    // Changes written during the reading are seen the next time.
    revision = now
  }

  async function readSpan(span: PlaceSpan): Promise<void> {
    for await (const record of recordsIn(span, { store, runId, repeats })) {
      next = Math.max(next, table.take(record) + 1)
      if (++taken % rowsAtOnce === 0) await rest()
    }
  }

  // Lets other work run, above all the requests that wait for the rows so far.
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
      // A caller that has enough rows is not told of later errors.
      ended.catch(() => undefined)
    },

    rows: table.rows,
    changes: table.changes,
    since: table.since,

    isRead: () => revision !== undefined,

    progress() {
      const results = table.results()
      const dollars = spending.dollars()
      return {
        done: results.total,
        planned: plan.dataset.cases * repeats,
        results,
        ...(dollars !== undefined && { dollars }),
      }
    },
  }
  return live
}

/** A range of adjacent places; `to` is exclusive. */
type PlaceSpan = { readonly from: number; readonly to: number }

type StoredRecords = { readonly store: LiveRowsStore; readonly runId: string; readonly repeats: number }

async function* recordsIn(
  { from, to }: PlaceSpan,
  { store, runId, repeats }: StoredRecords,
): AsyncGenerator<CaseRecord> {
  if (to - from <= fewPlaces) {
    for (let place = from; place < to; place += 1) {
      const record = await store.record(runId, casePlace(place, repeats))
      if (record !== undefined) yield record
    }
    return
  }
  for await (const record of store.records(runId, casePlace(from, repeats))) {
    if (record.position * repeats + record.repeat >= to) return
    yield record
  }
}

function casePlace(place: number, repeats: number) {
  return { position: Math.floor(place / repeats), repeat: place % repeats }
}

/** Sums a run's cost so far; undefined until something is paid. */
function spendingOf(store: LiveRowsStore, runId: string) {
  let costs = 0
  let dollars: number | undefined
  return {
    dollars: () => dollars,
    async read(): Promise<void> {
      for (const cost of await store.spending(runId, costs)) {
        costs += 1
        // A judge that costs nothing beside an agent that says nothing is no run for nothing.
        const paid = (agentDollarsOf(cost) ?? 0) + (judgeDollarsOf(cost) ?? 0)
        if (paid > 0) dollars = (dollars ?? 0) + paid
      }
    },
  }
}

function spansOf(places: readonly number[]): readonly PlaceSpan[] {
  const spans: { from: number; to: number }[] = []
  for (const place of places) {
    const last = spans.at(-1)
    if (last?.to === place) last.to += 1
    else spans.push({ from: place, to: place + 1 })
  }
  return spans
}
