import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { EvalError, message, parseJson, Run, stringifyJson } from '../core/index.ts'
import type { RunEvent, Unreadable } from '../core/index.ts'
import { unlessDamaged } from './unless-damaged.ts'

type RunStart = Extract<RunEvent, { type: 'run-start' }>
type RunEnd = Extract<RunEvent, { type: 'run-end' }>
type Row = Record<string, SQLOutputValue>

const candidatesShown = 10
const columns = 'id, status, process, plan, summary, ended, duration'

/** The runs themselves: what was planned, where they stand, what came out. */
export function runTable(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO runs (id, created, status, process, plan) VALUES (?, ?, 'running', ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  // What a former stop wrote down is no longer true of a run that goes on.
  const restart = database.prepare(
    `UPDATE runs SET status = 'running', process = ?, summary = NULL, ended = NULL, duration = NULL
     WHERE id = ? AND (status <> 'running' OR process IS ?)`,
  )
  const finish = database.prepare(`UPDATE runs SET status = ?, summary = ?, ended = ?, duration = ? WHERE id = ?`)
  const remove = database.prepare(`DELETE FROM runs WHERE id = ?`)
  const selectNumber = database.prepare(`SELECT run FROM runs WHERE id = ?`)
  const selectAll = database.prepare(`SELECT ${columns} FROM runs ORDER BY created DESC, run DESC`)
  const selectLatest = database.prepare(`SELECT ${columns} FROM runs ORDER BY created DESC, run DESC LIMIT 1`)
  const selectExact = database.prepare(`SELECT ${columns} FROM runs WHERE id = ?`)
  const selectPrefix = database.prepare(
    `SELECT ${columns} FROM runs WHERE substr(id, 1, length(?1)) = ?1 ORDER BY created DESC, run DESC LIMIT ?2`,
  )

  function byPrefix(prefix: string): Row | undefined {
    const rows = selectPrefix.all(prefix, candidatesShown + 1)
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

    /** With all that refers to it. */
    delete(runId: string): void {
      remove.run(runId)
    },

    /** The number under which the run's events are kept. */
    numberOf(runId: string): number {
      const row = selectNumber.get(runId)
      if (row === undefined) throw noSuchRun(runId)
      return Number(row.run)
    },

    /** Newest first. */
    all(): { readonly runs: readonly Run[]; readonly unreadable: readonly Unreadable[] } {
      const runs: Run[] = []
      const unreadable: Unreadable[] = []
      for (const row of selectAll.all()) {
        const run = unlessDamaged(() => runFrom(row))
        if (run instanceof EvalError) unreadable.push({ runId: String(row.id), what: 'run', reason: run.sentence })
        else runs.push(run)
      }
      return { runs, unreadable }
    },

    /** By its id, by the beginning of it if only one run begins like that, or `latest`. */
    find(wanted: string): Run | undefined {
      if (wanted === '') return undefined
      const row = selectExact.get(wanted) ?? (wanted === 'latest' ? selectLatest.get() : byPrefix(wanted))
      return row === undefined ? undefined : runFrom(row)
    },
  }
}

function takenOver(runId: string): EvalError {
  return new EvalError('usage', message('run {run} was taken over by another process', { run: runId }), {
    hint: message('Wait for it, or stop it with Ctrl-C where it runs.'),
  })
}

function runFrom(row: Row): Run {
  try {
    return Run.parse({
      plan: parseJson(String(row.plan)),
      status: row.status,
      processId: row.process ?? undefined,
      endedAt: row.ended ?? undefined,
      durationMs: row.duration ?? undefined,
      summary: row.summary === null ? undefined : parseJson(String(row.summary)),
    })
  } catch (cause) {
    throw new EvalError(
      'store',
      message('what the store says about run {run} is not readable', { run: String(row.id) }),
      {
        hint: message('The file may have been changed by another program. The other runs in it are not affected.'),
        cause,
      },
    )
  }
}

function noSuchRun(runId: string): EvalError {
  return new EvalError('store', message('the store has no run {run}', { run: runId }), {
    hint: message('List the runs to see their ids.'),
  })
}

function runExists(runId: string): EvalError {
  return new EvalError('usage', message('a run {run} is there already', { run: runId }), {
    hint: message('Resume it, or choose another id.'),
  })
}

function ambiguous(prefix: string, rows: readonly Row[]): EvalError {
  const shown = rows.slice(0, candidatesShown).map((row) => String(row.id))
  const runs = rows.length > candidatesShown ? [...shown, '…'] : shown
  return new EvalError(
    'usage',
    message('several runs begin with {prefix}: {runs}', { prefix, runs: runs.join(', ') }),
    {
      hint: message('Type more of the id.'),
    },
  )
}
