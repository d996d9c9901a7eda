import { createContext, use } from 'react'
import type { CalibrationDetail, Comparison } from '../../../src/server/api/comparisons.ts'
import type { CaseDetail, CasePage, CaseRow, RunDetail, RunNews, TracePage } from '../../../src/server/api/runs.ts'
import type { RunList } from '../../../src/server/api/routes.ts'
import type { TraceDetail } from '../../../src/server/trace/trace-row.ts'

/** Rows of a trace that are asked for at once. */
export const tracePage = 200

/** An exchange of a repeat of a case of a run. */
export type ExchangePlace = {
  readonly runId: string
  readonly position: number
  readonly repeat: number
  readonly turn: number
}

/** Where a page reads runs from: the server, or what lies in the report itself. */
export interface RunSource {
  /** Whether runs can be started, edited and labelled, which a report in a file cannot. */
  readonly live: boolean
  /** What it can answer at all. */
  readonly offers: { readonly compare: boolean; readonly calibration: boolean }
  /** Newest first. */
  runs(signal?: AbortSignal): Promise<RunList>
  run(runId: string, signal?: AbortSignal): Promise<RunDetail>
  /** The cases that fared worst, where that can be asked for; `next` is 0 where there are others. */
  worstCases?(runId: string, signal?: AbortSignal): Promise<CasePage>
  cases(runId: string, from: number, signal?: AbortSignal): Promise<CasePage>
  /** The first repeat of a few cases. */
  rowsAt(runId: string, positions: readonly number[]): Promise<readonly CaseRow[]>
  caseDetail(runId: string, position: number, repeat: number, signal?: AbortSignal): Promise<CaseDetail>
  /** Rows of a trace that is too long to come with its case. */
  trace(place: ExchangePlace, from: number, signal?: AbortSignal): Promise<TracePage>
  /** The rows of such a trace that say a text. */
  traceFound(place: ExchangePlace, text: string, signal?: AbortSignal): Promise<readonly number[]>
  traceRow(place: ExchangePlace, row: number, signal?: AbortSignal): Promise<TraceDetail>
  /** The position of a case by its id. */
  casePlace(runId: string, caseId: string, signal?: AbortSignal): Promise<{ readonly position: number }>
  calibration(runId: string, signal?: AbortSignal): Promise<CalibrationDetail>
  compare(first: string, second: string, signal?: AbortSignal): Promise<Comparison>
  /** Tells what happens in a run from now on, also when it is over and somebody goes on with it. @returns how to stop listening */
  watch(runId: string, listener: (news: RunNews) => void): () => void
  /** Tells when the list of runs has changed. @returns how to stop listening */
  watchList(listener: () => void): () => void
}

const Source = createContext<RunSource | undefined>(undefined)
export const RunSourceProvider = Source.Provider

export function useRunSource(): RunSource {
  const source = use(Source)
  if (source === undefined) throw new Error('there is no RunSourceProvider around this')
  return source
}
