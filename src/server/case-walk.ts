import { setImmediate, setTimeout } from 'node:timers/promises'
import type { CaseRecord, Run, RunStore } from '../core/index.ts'
import type { CasePage, CaseRow } from './api/runs.ts'
import { toCaseRow } from './case-row.ts'
import { severityOf } from './case-severity.ts'

const rowsAtOnce = 200

/** The rows of a run, read once from the beginning to the end. */
export type CaseWalk = {
  readonly rows: readonly CaseRow[]
  readonly isDone: () => boolean
  /** Resolves once `count` rows are read. @throws the error that reading ended with */
  readonly until: (count: number) => Promise<void>
}

export function startWalk(store: Pick<RunStore, 'records'>, runId: string): CaseWalk {
  const rows: CaseRow[] = []
  let done = false
  let next = Promise.withResolvers<void>()
  const walking = walk()
  // `until` rethrows the error; without a waiting caller it must not end the process.
  walking.catch(() => undefined)

  async function walk(): Promise<void> {
    let unrested = 0
    for await (const repeats of rowsByCase(store.records(runId))) {
      rows.push(...repeats)
      unrested += repeats.length
      if (unrested < rowsAtOnce) continue
      unrested = 0
      await rest()
    }
    done = true
    next.resolve()
  }

  // Lets other work run, above all the requests that wait for the rows so far.
  async function rest(): Promise<void> {
    next.resolve()
    next = Promise.withResolvers()
    await setImmediate()
  }

  return {
    rows,
    isDone: () => done,
    async until(count) {
      const isWanting = () => !done && rows.length < count
      while (isWanting()) await Promise.race([next.promise, walking])
    },
  }
}

/** Resolves as soon as these rows are read, without waiting for later ones. */
export async function pageOf(walk: CaseWalk, from: number, to: number): Promise<CasePage> {
  await walk.until(to)
  const rows = walk.rows.slice(from, to)
  const more = !walk.isDone() || walk.rows.length > to
  return { rows, next: more ? to : null, counted: walk.rows.length }
}

/** Reads a page of rows by their position, without reading the rows before it. */
export async function pageAt(
  store: Pick<RunStore, 'records'>,
  { plan: { runId, dataset, repeat } }: Run,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<CasePage> {
  const rows: CaseRow[] = []
  for await (const repeats of rowsByCase(store.records(runId, { position: Math.floor(from / repeat), repeat: 0 }))) {
    let place = 0
    for (const row of repeats) {
      place = row.position * repeat + row.repeat
      if (place >= from && place < to) rows.push(row)
    }
    if (place >= to - 1) break
  }
  const counted = dataset.cases * repeat
  return { rows, next: to < counted ? to : null, counted }
}

/**
 * Returns the cases that fared worst, each with all its repeats, so that the first rows stay in their place. Of a run that takes
 * longer to read than `patienceMs` it returns the worst of the rows read by then.
 */
export async function worstPageOf(walk: CaseWalk, limit: number, patienceMs: number): Promise<CasePage> {
  await Promise.race([walk.until(Infinity), rested(patienceMs)])
  const repeats = [...Map.groupBy(walk.rows, ({ position }) => position).values()]
  const worst = repeats
    .map((rows) => ({ rows, severity: Math.min(...rows.map(severityOf)) }))
    .toSorted((one, other) => one.severity - other.severity)
  const rows: CaseRow[] = []
  for (const one of worst) if (rows.length < limit) rows.push(...one.rows)
  return { rows, next: walk.isDone() && rows.length === walk.rows.length ? null : 0, counted: walk.rows.length }
}

async function rested(ms: number): Promise<void> {
  await setTimeout(ms, undefined, { ref: false })
}

/** Yields the rows of one case after the other, each case with all its repeats. */
export async function* rowsByCase(records: AsyncIterable<CaseRecord>): AsyncGenerator<readonly CaseRow[]> {
  let repeats: CaseRow[] = []
  for await (const record of records) {
    if (repeats[0] !== undefined && repeats[0].position !== record.position) {
      yield withFlakiness(repeats)
      repeats = []
    }
    repeats.push(toCaseRow(record))
  }
  if (repeats.length > 0) yield withFlakiness(repeats)
}

function withFlakiness(repeats: readonly CaseRow[]): readonly CaseRow[] {
  const evaluated = repeats.filter(({ verdict }) => verdict !== undefined && verdict !== 'not-evaluated')
  const passed = evaluated.filter(({ verdict }) => verdict === 'passed').length
  const flaky = passed > 0 && passed < evaluated.length
  return flaky ? repeats.map((row) => ({ ...row, flaky })) : repeats
}
