import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type CaseEventRow, type CaseEventRows, rowFrom } from './case-row.ts'
import { caseEnded, caseNotBegun } from './store-rows.ts'

/** The run of some rows: its public id and its number in the file. */
export type RunKey = { readonly runId: string; readonly run: number }

export type CasePlace = { readonly position: number; readonly repeat: number }

// Page size in characters: large enough that a query per page costs nothing, small enough for the garbage collector's
// young generation. Larger pages made a comparison take a fifth more memory.
const pageSize = 32_000

export type CaseTable = ReturnType<typeof caseTable>

export function caseTable(database: DatabaseSync) {
  const selectLast = database.prepare(
    `SELECT seq, type FROM events WHERE run = ? AND position = ? AND repeat = ? ORDER BY seq DESC LIMIT 1`,
  )
  const insert = database.prepare(
    `INSERT INTO events (run, position, repeat, seq, type, body) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const remove = database.prepare(`DELETE FROM events WHERE run = ? AND position = ? AND repeat = ?`)
  const removeEnd = database.prepare(
    `DELETE FROM events WHERE run = ? AND position = ? AND repeat = ? AND type IN ('scores', 'case-end')`,
  )
  const selectAll = database.prepare(selectAfter(''))
  const selectOne = database.prepare(
    `SELECT position, repeat, type, body FROM events WHERE run = ? AND position = ? AND repeat = ? ORDER BY seq`,
  )
  // Damaged rows are included, so that their case counts the same as when all of it is read.
  const selectScored = database.prepare(selectAfter(`AND (type IN ('scores', 'case-end') OR NOT json_valid(body))`))
  // Naming the columns of each row takes a third of the reading time.
  for (const select of [selectAll, selectScored]) select.setReturnArrays(true)
  // Looks only where the id usually is, at the beginning, and no further than the first match, since all repeats of a
  // case have its position; searching all bodies takes three times as long.
  const selectPosition = database.prepare(
    `SELECT position FROM events WHERE run = ? AND ${isCaseRow}
       AND (instr(substr(body, 1, ?), ?) = 1 OR instr(substr(body, 1, ?), ?) = 1) ORDER BY position LIMIT 1`,
  )
  const selectRepeats = database.prepare(selectPlaces('position = ?'))
  const selectWith = database.prepare(selectPlaces('instr(body, ?)'))
  // The last event of each case that this process is writing, which saves a query for each event.
  const open = new Map<string, number>()

  return {
    /**
     * Adds an event to its case. `case-start` deletes what an interrupted attempt left. An ended case takes nothing
     * more unless it is reopened, and one that has not begun takes only its start. A reopened case keeps its earlier
     * events as if it had come this far and no further.
     */
    add({ runId, run }: RunKey, { position, repeat, type, body }: CaseEventRow): void {
      const key = `${run}/${position}/${repeat}`
      const known = open.get(key)
      const seq =
        known === undefined || type === 'case-start' ? placeFor({ runId, run }, { position, repeat, type }) : known + 1
      insert.run(run, position, repeat, seq, type === 'case-reopened' ? 'scores' : type, body)
      if (type === 'case-end') open.delete(key)
      else open.set(key, seq)
    },

    /** Called after a rollback, when the remembered events may not exist. */
    forgetOpen: () => open.clear(),

    /** Reads all rows of a run's cases in dataset order, beginning at `from`, in pages of bounded size. */
    all: (key: RunKey, from?: CasePlace) => pages(selectAll, key, from),

    /** Reads all rows of one case; undefined when it has not begun. */
    one({ runId, run }: RunKey, { position, repeat }: CasePlace): CaseEventRows | undefined {
      const rows = selectOne.all(run, position, repeat).map(rowFrom)
      return rows.length === 0 ? undefined : { runId, position, repeat, rows }
    },

    placesOf(run: number, id: string): readonly CasePlace[] {
      const [start, end] = [`{"id":${id}`, `{"caseId":${id}`]
      const position = selectPosition.get(run, start.length, start, end.length, end)?.position
      const rows = position === undefined ? selectWith.all(run, `d":${id}`) : selectRepeats.all(run, position)
      return rows.map((row) => ({ position: Number(row.position), repeat: Number(row.repeat) }))
    },

    scored: (key: RunKey) => pages(selectScored, key),
  }

  function placeFor({ runId, run }: RunKey, { position, repeat, type }: Omit<CaseEventRow, 'body'>): number {
    const last = selectLast.get(run, position, repeat)
    if (last?.type === 'case-end' && type !== 'case-reopened') throw caseEnded(runId, position, repeat)
    if (type === 'case-reopened') removeEnd.run(run, position, repeat)
    if (last === undefined && type !== 'case-start') throw caseNotBegun(runId, position, repeat, type)
    if (last === undefined) return 0
    if (type !== 'case-start') return Number(last.seq) + 1
    remove.run(run, position, repeat)
    return 0
  }
}

const isCaseRow = `type IN ('case-start', 'case-end')`

function selectPlaces(condition: string): string {
  return `SELECT DISTINCT position, repeat FROM events
    WHERE run = ? AND ${isCaseRow} AND ${condition} ORDER BY position, repeat`
}

function selectAfter(condition: string): string {
  return `SELECT position, repeat, type, body FROM events
    WHERE run = ? AND (position, repeat) > (?, ?) ${condition} ORDER BY position, repeat, seq`
}

// A page is read at once and holds whole cases: no transaction stays open between pages, so a slow reader does not
// block writers, and no case mixes rows from before and after a write.
async function* pages(
  select: StatementSync,
  key: RunKey,
  from: CasePlace = { position: 0, repeat: 0 },
): AsyncGenerator<readonly CaseEventRows[]> {
  let after: CasePlace = { position: from.position, repeat: from.repeat - 1 }
  while (true) {
    const page = readPage(select, key, after)
    yield page.cases
    const last = page.cases.at(-1)
    if (page.complete || last === undefined) return
    after = last
    await nextTurn()
  }
}

type CaseTablePage = { readonly cases: readonly CaseEventRows[]; readonly complete: boolean }

function readPage(select: StatementSync, { runId, run }: RunKey, after: CasePlace): CaseTablePage {
  const cases: CaseEventRows[] = []
  let rows: CaseEventRow[] = []
  let size = 0
  for (const columns of select.iterate(run, after.position, after.repeat)) {
    const row = rowFrom({ position: columns[0], repeat: columns[1], type: columns[2], body: columns[3] })
    const { position, repeat } = row
    const current = cases.at(-1)
    if (current?.position !== position || current.repeat !== repeat) {
      if (size >= pageSize) return { cases, complete: false }
      rows = []
      cases.push({ runId, position, repeat, rows })
    }
    rows.push(row)
    size += row.body.length
  }
  return { cases, complete: true }
}

export type EventRowPlace = { readonly position: number; readonly repeat: number; readonly seq: number }

/** A searched row, and whether its JSON contains the text. */
export type SearchedRow = EventRowPlace & { readonly says: boolean }

/** Few enough rows that other callers are served between two pages. */
export const rowsAtOnce = 500

/** Reads the next `rowsAtOnce` rows of a run and marks those that contain a text; ASCII case is ignored. */
export type SearchRows<Run> = (run: Run, text: string, after: EventRowPlace) => Promise<readonly SearchedRow[]>

export function rowSearch(database: DatabaseSync) {
  const select = database.prepare(
    `SELECT position, repeat, seq, type IN ('case-start', 'invocation', 'completed') AND instr(lower(body), lower(?)) > 0 AS says
     FROM events WHERE run = ? AND (position, repeat, seq) > (?, ?, ?) ORDER BY position, repeat, seq LIMIT ${rowsAtOnce}`,
  )
  return (run: number, text: string, { position, repeat, seq }: EventRowPlace): readonly SearchedRow[] =>
    select.all(text, run, position, repeat, seq).map(searchedRow)
}

export function searchedRow(row: Readonly<Record<string, unknown>>): SearchedRow {
  const [position, repeat, seq] = [Number(row['position']), Number(row['repeat']), Number(row['seq'])]
  return { position, repeat, seq, says: Boolean(row['says']) }
}
