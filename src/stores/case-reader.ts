import { type CaseRecord, type RunStore, type ScoredCase, EvalError, stringifyJson } from '../core/index.ts'
import { type CaseEventRows, recordFrom, scoredCaseFrom, scoredFrom } from './case-row.ts'
import type { CasePlace } from './case-table.ts'
import type { SearchedCases } from './row-search.ts'
import type * as FirstEvents from './first-events.ts'
import { unlessDamaged } from './store-rows.ts'

type Shorten = (kept: CaseEventRows) => ReturnType<typeof FirstEvents.withFirstEvents>

/** Access to the rows of cases, implemented by each kind of store. */
export interface StoredCases extends SearchedCases {
  /** Empty for an unknown run. */
  metricsOf(runId: string): Promise<readonly string[]>
  /** Reads all rows in dataset order, in pages of bounded size. */
  all(runId: string, from?: CasePlace): AsyncIterable<readonly CaseEventRows[]>
  /** Reads only scores and case ends. */
  scored(runId: string): AsyncIterable<readonly CaseEventRows[]>
  one(runId: string, place: CasePlace): Promise<CaseEventRows | undefined>
  /** Finds the cases that may have this id, which is given as JSON, in dataset order. */
  placesOf(runId: string, id: string): Promise<readonly CasePlace[]>
}

export function caseReader(
  cases: StoredCases,
): Pick<RunStore, 'records' | 'record' | 'recordsOf' | 'scoredCases' | 'casesSaying'> {
  async function recordAt(runId: string, place: CasePlace, shorten?: Shorten): Promise<CaseRecord | undefined> {
    const whole = await cases.one(runId, place)
    if (whole === undefined) return undefined
    const metrics = await cases.metricsOf(runId)
    if (shorten === undefined) return recordFrom(whole, metrics)
    const { kept, cut } = shorten(whole)
    const record = recordFrom(kept, metrics)
    return record === undefined || cut.length === 0 ? record : { ...record, cut }
  }

  /** Reads a damaged case in full, because its id is in rows that scores do not need. */
  async function scoredAt(runId: string, place: CasePlace): Promise<ScoredCase | undefined> {
    const record = await recordAt(runId, place)
    return record === undefined ? undefined : scoredFrom(record)
  }

  async function shortRecordAt(runId: string, place: CasePlace, events = 0): Promise<CaseRecord | undefined> {
    const { withFirstEvents } = await import('./first-events.ts')
    return recordAt(runId, place, (kept) => withFirstEvents(kept, events))
  }

  return {
    async casesSaying(text, most) {
      const { searchCases } = await import('./row-search.ts')
      return searchCases({ ...cases, recordAt: async (runId, place) => shortRecordAt(runId, place) }, text, most)
    },

    async *records(runId, from) {
      const metrics = await cases.metricsOf(runId)
      for await (const page of cases.all(runId, from)) {
        for (const kept of page) {
          const record = recordFrom(kept, metrics)
          if (record !== undefined) yield record
        }
      }
    },

    async record(runId, { position, repeat }, { events } = {}) {
      const place = { position, repeat }
      return events === undefined ? recordAt(runId, place) : shortRecordAt(runId, place, events)
    },

    async *recordsOf(runId, caseId) {
      // Both `"id":` and `"caseId":` are looked for, so a case with a damaged start is found too. Texts inside a case may
      // match as well, hence the check below.
      for (const place of await cases.placesOf(runId, stringifyJson(caseId))) {
        const record = await recordAt(runId, place)
        if (record?.evalCase.id === caseId) yield record
      }
    },

    async *scoredCases(runId) {
      const metrics = await cases.metricsOf(runId)
      for await (const page of cases.scored(runId)) {
        for (const kept of page) {
          const read = unlessDamaged(() => scoredCaseFrom(kept, metrics))
          const scoredCase = read instanceof EvalError ? await scoredAt(runId, kept) : read
          if (scoredCase !== undefined) yield scoredCase
        }
      }
    },
  }
}
