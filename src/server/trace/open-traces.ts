import { type CaseRecord, type Run, type RunStore, stringifyJson } from '../../core/index.ts'
import { keepLast } from '../../core/basics/keep-last.ts'
import { comparedCalls } from './aligned-calls.ts'
import type { Trace, TraceDetail, TraceRow } from './trace-row.ts'
import { type DollarsOf, eventDollars } from './event-dollars.ts'
import { rowsThatSay, traceOf } from './trace-rows.ts'

type TracePlace = Pick<CaseRecord, 'position' | 'repeat'> & { readonly turn: number }

/** Traces that are too long to be sent at once: computed once, and served in pages. */
export interface Traces {
  page(
    run: Run,
    place: TracePlace,
    from: number,
    limit: number,
  ): Promise<{ readonly rows: TraceRow[]; readonly total: number } & Pick<Trace, 'span'>>
  /** Returns the indexes of the rows that contain a text. */
  found(run: Run, place: TracePlace, text: string): Promise<number[]>
  detail(run: Run, place: TracePlace, row: number): Promise<TraceDetail | undefined>
}

// A page has details only up to this size; longer ones are requested one by one.
const longestDetail = 4000
const tracesKept = 2

export function openCaseTraces(store: Pick<RunStore, 'record' | 'revision'>, dollarsOf?: DollarsOf): Traces {
  const traces = keepLast<{ readonly revision: number; readonly trace: Trace }>(tracesKept)

  async function traceAt({ plan: { runId } }: Run, { turn, ...place }: TracePlace): Promise<Trace> {
    const key = [runId, place.position, place.repeat, turn].join('/')
    const revision = await store.revision()
    const known = traces.get(key)
    if (known?.revision === revision) return known.trace
    const record = await store.record(runId, place)
    const invocation = record?.invocations[turn]
    if (record === undefined || invocation === undefined) return { rows: [] }
    const expected = record.evalCase.conversation?.[turn]
    const dollars = dollarsOf === undefined ? undefined : eventDollars(invocation, dollarsOf)
    const trace = traceOf(invocation, { expected, compared: comparedCalls(record.scores, turn)?.rows, dollars })
    return traces.set(key, { revision, trace }).trace
  }

  return {
    async page(run, place, from, limit) {
      const { rows, span } = await traceAt(run, place)
      return { rows: rows.slice(from, from + limit).map(withoutLong), total: rows.length, span }
    },
    found: async (run, place, text) => rowsThatSay((await traceAt(run, place)).rows, text),
    detail: async (run, place, row) => (await traceAt(run, place)).rows[row]?.detail,
  }
}

function withoutLong({ detail, ...row }: TraceRow): TraceRow {
  if (detail === undefined || stringifyJson(detail).length > longestDetail) return row
  return { ...row, detail }
}
