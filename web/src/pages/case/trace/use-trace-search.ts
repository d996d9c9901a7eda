import { useMemo } from 'react'
import { rowsThatSay } from '../../../../../src/server/trace/trace-rows.ts'
import { type ResultPlace, useRunSource } from '../../../source/run-source.ts'
import type { LocalTrace } from './use-trace.ts'
import { useAnswer } from '../../../source/use-answer.ts'

// Milliseconds without typing before a search begins.
const pauseMs = 150

/** Matching rows of each exchange, including rows not loaded yet; undefined while the search runs. */
export function useTraceSearch(
  place: ResultPlace,
  traces: readonly LocalTrace[],
  typed: string,
): readonly (readonly number[])[] | undefined {
  const source = useRunSource()
  const text = typed.trim()
  const here = useMemo(() => traces.map(({ rows }) => rowsThatSay(rows, text)), [traces, text])
  const away = text === '' ? [] : [...traces.keys()].filter((turn) => traces[turn]?.cut !== undefined)
  const found = useAnswer({
    queryKey: ['traceFound', place, away, text],
    async queryFn({ signal }) {
      if (away.length > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal.throwIfAborted()
      return Promise.all(
        away.map(
          async (turn) => (await source.ask('traceFound', { params: place, query: { turn, text }, signal })).rows,
        ),
      )
    },
  })
  if (away.length === 0 || found.status === 'failed') return here
  return found.status === 'loading' ? undefined : here.map((rows, turn) => found.value[away.indexOf(turn)] ?? rows)
}
