import { createContext, use } from 'react'
import type { RunNews } from '../../../src/server/api/runs.ts'
import type { ApiAnswer, ApiCall, ApiName } from './call-api.ts'

/** A repeat of a case of a run. */
export type ResultPlace = { readonly runId: string; readonly position: number; readonly repeat: number }

/** An exchange of a result. */
export type ExchangePlace = ResultPlace & { readonly turn: number }

/** The source of runs: the server, or the report file. */
export interface RunSource {
  /** Whether runs can be started, edited and labelled; not in a report file. */
  readonly live: boolean
  readonly offers: { readonly compare: boolean; readonly calibration: boolean }
  /** Requests an answer as from the server; a report file refuses what it does not contain. */
  ask<Called extends ApiName>(name: Called, call: ApiCall<Called>): Promise<ApiAnswer<Called>>
  /** Reports what happens in a run from now on, also after it was resumed. @returns a function that stops listening */
  watch(runId: string, listener: (news: RunNews) => void): () => void
  /** Reports changes of the list of runs. @returns a function that stops listening */
  watchList(listener: () => void): () => void
}

const Source = createContext<RunSource | undefined>(undefined)
export const RunSourceProvider = Source.Provider

export function useRunSource(): RunSource {
  const source = use(Source)
  if (source === undefined) throw new Error('there is no RunSourceProvider around this')
  return source
}
