import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CaseRecord, type CaseSaying, type RunStore, stringifyJson } from '../core/index.ts'
import { wordsOfCase } from '../core/run/case-words.ts'
import { type EventRowPlace, type SearchRows, type SearchedRow, rowsAtOnce } from './case-table.ts'

const beforeRows: EventRowPlace = { position: -1, repeat: 0, seq: 0 }

/** Access to searchable rows, implemented by each kind of store. */
export interface SearchedCases {
  /** Newest first. */
  runIds(): Promise<readonly string[]>
  readonly rowsSaying: SearchRows<string>
}

type Searched = SearchedCases & {
  readonly recordAt: (runId: string, place: EventRowPlace) => Promise<CaseRecord | undefined>
}

/** Finds cases that contain a text. The database finds candidate rows; the assembled case then confirms the match. */
export async function searchCases(
  { runIds, rowsSaying, recordAt }: Searched,
  text: string,
  most: Parameters<RunStore['casesSaying']>[1],
): ReturnType<RunStore['casesSaying']> {
  const written = stringifyJson(text).slice(1, -1)
  const found = new Map<string, CaseSaying>()
  const end = (complete: boolean) => ({ cases: [...found.values()], complete })
  let rowsLeft = most.rows
  for (const runId of await runIds()) {
    for (let page: readonly SearchedRow[] | undefined; page === undefined || page.length === rowsAtOnce;) {
      page = await rowsSaying(runId, written, page?.at(-1) ?? beforeRows)
      for (const row of page) {
        const key = `${runId}/${row.position}/${row.repeat}`
        const record = !row.says || found.has(key) ? undefined : await recordAt(runId, row)
        const words = record && wordsOfCase(record, text)
        if (record === undefined || words === undefined) continue
        if (found.size === most.cases) return end(false)
        found.set(key, { runId, record, ...words })
      }
      rowsLeft -= page.length
      if (rowsLeft < 0) return end(false)
      await nextTurn()
    }
  }
  return end(true)
}
