import { createContext, use } from 'react'
import type { RunNews } from '../../../src/server/api/runs.ts'
import type { ApiAnswer, ApiCall, ApiName } from './call-api.ts'

/** A repeat of a case of a run. */
export type ResultPlace = { readonly runId: string; readonly position: number; readonly repeat: number }

/** An exchange of it. */
export type ExchangePlace = ResultPlace & { readonly turn: number }

/** Where a page reads runs from: the server, or what lies in the report itself. */
export interface RunSource {
  /** Whether runs can be started, edited and labelled, which a report in a file cannot. */
  readonly live: boolean
  /** What it can answer at all. */
  readonly offers: { readonly compare: boolean; readonly calibration: boolean }
  /** Asks as the server is asked; a report refuses what does not lie in it. */
  ask<Called extends ApiName>(name: Called, call: ApiCall<Called>): Promise<ApiAnswer<Called>>
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
