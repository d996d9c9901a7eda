import { setImmediate } from 'node:timers/promises'
import type { Run, RunStore } from '../core/index.ts'
import type { CasePage, CaseRow } from './api.ts'
import { toCaseRow } from './case-row.ts'

/** The rows of runs' tables, read once and kept for the next page. */
export interface CaseRows {
  /** Answers as soon as these rows are read, whatever comes behind them. */
  page(run: Run, from: number, limit: number): Promise<CasePage>
  /** All there are at the moment. */
  all(run: Run): Promise<readonly CaseRow[]>
}

const runsKept = 4
const rowsAtOnce = 200
const largestPage = 5000

export function openCaseRows(store: Pick<RunStore, 'records' | 'revision'>): CaseRows {
  const walks = new Map<string, Walk>()

  // A run that is over does not change any more, unless it is resumed; one at work is read anew when the store changed.
  async function walkOf(run: Run): Promise<Walk> {
    const { runId } = run.plan
    const version = run.status === 'finished' ? String(run.endedAt) : `at work ${await store.revision()}`
    const known = walks.get(runId)
    if (known?.version === version) return known
    const walk = startWalk(store, runId, version)
    walks.delete(runId)
    walks.set(runId, walk)
    for (const oldest of walks.keys()) if (walks.size > runsKept) walks.delete(oldest)
    return walk
  }

  return {
    async page(run, from, limit) {
      const walk = await walkOf(run)
      const to = from + Math.min(limit, largestPage)
      await walk.until(to)
      const rows = walk.rows.slice(from, to)
      const more = !walk.isDone() || walk.rows.length > to
      return { rows, next: more ? to : null, counted: walk.rows.length }
    },

    async all(run) {
      const walk = await walkOf(run)
      await walk.until(Number.POSITIVE_INFINITY)
      return walk.rows
    },
  }
}

type Walk = {
  readonly version: string
  readonly rows: readonly CaseRow[]
  readonly isDone: () => boolean
  /** @throws what went wrong in reading */
  readonly until: (count: number) => Promise<void>
}

function startWalk(store: Pick<RunStore, 'records'>, runId: string, version: string): Walk {
  const rows: CaseRow[] = []
  let done = false
  let next = Promise.withResolvers<void>()
  const walking = walk()
  // Whoever waits hears of it; nobody waiting is no reason to end the process.
  walking.catch(() => undefined)

  async function walk(): Promise<void> {
    let repeats: CaseRow[] = []
    let read = 0
    for await (const record of store.records(runId)) {
      if (repeats[0] !== undefined && repeats[0].position !== record.position) {
        rows.push(...withFlakiness(repeats))
        repeats = []
      }
      repeats.push(toCaseRow(record))
      read += 1
      if (read % rowsAtOnce === 0) await rest()
    }
    rows.push(...withFlakiness(repeats))
    done = true
    next.resolve()
  }

  // Others get their turn, above all whoever waits for the rows so far.
  async function rest(): Promise<void> {
    next.resolve()
    next = Promise.withResolvers()
    await setImmediate()
  }

  return {
    version,
    rows,
    isDone: () => done,
    async until(count) {
      const isWanting = () => !done && rows.length < count
      while (isWanting()) await Promise.race([next.promise, walking])
    },
  }
}

function withFlakiness(repeats: readonly CaseRow[]): readonly CaseRow[] {
  const evaluated = repeats.filter(({ verdict }) => verdict !== undefined && verdict !== 'not-evaluated')
  const passed = evaluated.filter(({ verdict }) => verdict === 'passed').length
  const flaky = passed > 0 && passed < evaluated.length
  return flaky ? repeats.map((row) => ({ ...row, flaky })) : repeats
}
