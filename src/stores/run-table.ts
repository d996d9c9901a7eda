import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { stringifyJson, type Run, type RunEvent, type RunNote } from '../core/index.ts'
import {
  ambiguous,
  candidatesShown,
  metricNamesFrom,
  noSuchRun,
  runExists,
  runFrom,
  runsFrom,
  takenOver,
} from './store-rows.ts'

type RunStart = Extract<RunEvent, { type: 'run-start' }>
type RunEnd = Extract<RunEvent, { type: 'run-end' }>
type RunTableRow = Record<string, SQLOutputValue>

const columns = 'id, status, process, plan, summary, ended, duration, note'

export function runTable(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO runs (id, created, status, process, plan) VALUES (?, ?, 'running', ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  // A resumed run loses the summary of its earlier stop.
  const restart = database.prepare(
    `UPDATE runs SET status = 'running', process = ?, summary = NULL, ended = NULL, duration = NULL
     WHERE id = ? AND (status <> 'running' OR process IS ?)`,
  )
  const finish = database.prepare(`UPDATE runs SET status = ?, summary = ?, ended = ?, duration = ? WHERE id = ?`)
  const setNote = database.prepare(`UPDATE runs SET note = ? WHERE id = ?`)
  const remove = database.prepare(`DELETE FROM runs WHERE id = ?`)
  const selectNumber = database.prepare(`SELECT run FROM runs WHERE id = ?`)
  const selectAll = database.prepare(`SELECT ${columns} FROM runs ORDER BY created DESC, run DESC`)
  const selectLatest = database.prepare(`SELECT ${columns} FROM runs ORDER BY created DESC, run DESC LIMIT 1`)
  const selectExact = database.prepare(`SELECT ${columns} FROM runs WHERE id = ?`)
  const selectPrefix = database.prepare(
    `SELECT ${columns} FROM runs WHERE substr(id, 1, length(?)) = ? ORDER BY created DESC, run DESC LIMIT ?`,
  )

  function byPrefix(prefix: string): RunTableRow | undefined {
    const rows = selectPrefix.all(prefix, prefix, candidatesShown + 1)
    if (rows.length > 1) throw ambiguous(prefix, rows)
    return rows[0]
  }

  return {
    start(runId: string, { plan, resumed, takenOverFrom }: RunStart, processId: number): void {
      const changes = resumed
        ? restart.run(processId, runId, takenOverFrom ?? null).changes
        : insert.run(runId, plan.createdAt, processId, stringifyJson(plan)).changes
      if (Number(changes) === 0)
        throw !resumed ? runExists(runId) : selectNumber.get(runId) === undefined ? noSuchRun(runId) : takenOver(runId)
    },

    end(runId: string, { status, summary, durationMs }: RunEnd, endedAt: Date): void {
      const { changes } = finish.run(status, stringifyJson(summary), endedAt.toISOString(), durationMs, runId)
      if (Number(changes) === 0) throw noSuchRun(runId)
    },

    note(runId: string, note: RunNote): void {
      if (Number(setNote.run(stringifyJson(note), runId).changes) === 0) throw noSuchRun(runId)
    },

    delete: (runId: string): void => void remove.run(runId),

    numberOf(runId: string): number {
      const row = selectNumber.get(runId)
      if (row === undefined) throw noSuchRun(runId)
      return Number(row.run)
    },

    all: () => runsFrom(selectAll.all()),
    metricNames: (runId: string) => metricNamesFrom(selectExact.get(runId)),

    /** Finds a run by its id, by a prefix that only one run has, or by `latest`. */
    find(wanted: string): Run | undefined {
      if (wanted === '') return undefined
      const row = selectExact.get(wanted) ?? (wanted === 'latest' ? selectLatest.get() : byPrefix(wanted))
      return row === undefined ? undefined : runFrom(row)
    },
  }
}
