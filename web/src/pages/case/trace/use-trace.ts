import { type QueryFunctionContext, useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { comparedCalls } from '../../../../../src/server/trace/aligned-calls.ts'
import type { TraceDetail, TraceRow } from '../../../../../src/server/trace/trace-row.ts'
import { traceOf } from '../../../../../src/server/trace/trace-rows.ts'
import type { CaseDetail } from '../../../../../src/server/api/runs.ts'
import { type ExchangePlace, useRunSource } from '../../../source/run-source.ts'

/** The part of a result that its trace needs. */
export type TracedCase = Pick<CaseDetail, 'position' | 'repeat' | 'evalCase' | 'invocations' | 'cut'> &
  Partial<Pick<CaseDetail, 'scores' | 'dollars'>>

/** Rows requested at once. */
const tracePage = 200

const unscored: CaseDetail['scores'] = []

/** A trace whose rows may still be loading. */
export type ShownTrace = {
  readonly total: number
  /** Undefined until the row is loaded. */
  readonly rowAt: (index: number) => TraceRow | undefined
  /** Requests these rows. */
  readonly want: (first: number, last: number) => void
  readonly detailOf: (index: number) => Promise<TraceDetail>
  readonly span: { readonly startedAt: number; readonly seconds: number } | undefined
  /** The metric that compared the calls with the expected ones. */
  readonly metric: string | undefined
  /** The total number of events while only the first ones are loaded. */
  readonly loadingOf: number | undefined
  readonly error: unknown
}

export type LocalTrace = Pick<ShownTrace, 'span' | 'metric'> & {
  readonly rows: readonly TraceRow[]
  /** The total number of events where the rows are only of the first ones. */
  readonly cut: number | undefined
}

/** Traces made of the data that came with the case. */
export function localTraces({ evalCase, invocations, scores = unscored, cut, dollars }: TracedCase): LocalTrace[] {
  return invocations.map((invocation, turn) => {
    const events = cut?.find((one) => one.turn === turn)?.events
    const compared = comparedCalls(scores, turn)
    const expected = evalCase.conversation?.[turn]
    // Calls expected later than the loaded beginning are not missing.
    const beside = { dollars: dollars?.[turn], ...(events === undefined && { expected, compared: compared?.rows }) }
    const { rows, span } = traceOf(invocation, beside)
    return { rows, span, metric: compared?.metric, cut: events }
  })
}

const nothing = () => undefined
const unknown: LocalTrace = { rows: [], span: undefined, metric: undefined, cut: undefined }

/** Returns the rows that came with the case; of a very long exchange its beginning, then the visible pages. */
export function useTrace(place: ExchangePlace, local: LocalTrace = unknown): ShownTrace {
  const source = useRunSource()
  const { metric, cut: events } = local
  const [wanted, setWanted] = useState<readonly number[]>([0])
  const answers = useQueries({
    queries: (events === undefined ? [] : wanted).map((page) => ({
      queryKey: ['trace', place, page],
      queryFn: async ({ signal }: QueryFunctionContext) =>
        source.ask('trace', {
          params: place,
          query: { turn: place.turn, from: page * tracePage, limit: tracePage },
          signal,
        }),
    })),
  })
  const want = useCallback((first: number, last: number) => {
    const from = Math.floor(first / tracePage)
    const pages = Array.from({ length: Math.floor(last / tracePage) - from + 1 }, (_, index) => from + index)
    setWanted((before) => (pages.every((page) => before.includes(page)) ? before : [...new Set([...before, ...pages])]))
  }, [])
  const whole = answers.find(({ data }) => data !== undefined)?.data
  const problem = answers.map(({ error, failureReason }) => error ?? failureReason).find((one) => one !== null)
  if (events === undefined || whole === undefined) {
    return {
      total: local.rows.length,
      rowAt: (index) => local.rows[index],
      want: nothing,
      detailOf: async (index) => local.rows[index]?.detail ?? {},
      span: local.span,
      metric,
      loadingOf: problem === undefined ? events : undefined,
      error: problem,
    }
  }
  const rowAt = (index: number) => answers[wanted.indexOf(Math.floor(index / tracePage))]?.data?.rows[index % tracePage]
  return {
    total: whole.total,
    span: whole.span,
    rowAt,
    want,
    detailOf: async (index) =>
      rowAt(index)?.detail ?? source.ask('traceRow', { params: place, query: { turn: place.turn, row: index } }),
    metric,
    loadingOf: undefined,
    error: problem,
  }
}
