import { useEffect } from 'react'
import type { CaseDetail } from '../../../src/server/api/runs.ts'
import { keptRuns } from './kept-runs.ts'
import { type RunSource, useRunSource } from './run-source.ts'
import { useAnswer, type Loaded } from './use-answer.ts'

type UseCaseDetailPlace = { readonly position: number; readonly repeat: number }

/** One repeat of one case, from wherever runs are read; at once where it was read before. */
export function useCaseDetail(
  runId: string,
  position: number,
  repeat: number,
): Loaded<CaseDetail> & { readonly reload: () => void } {
  const source = useRunSource()
  const answer = useAnswer(`${runId}/${position}/${repeat}`, async (signal) =>
    readCase(source, runId, { position, repeat }, signal),
  )
  const kept = answer.status === 'loading' ? keptRuns.caseDetail(runId, `${position}/${repeat}`) : undefined
  return kept === undefined ? answer : { status: 'ready', value: kept, reload: answer.reload }
}

/** Reads ahead what will probably be asked for next. */
export function useReadAhead(runId: string, place: UseCaseDetailPlace | undefined): void {
  const source = useRunSource()
  const { position, repeat } = place ?? {}
  useEffect(() => {
    if (position === undefined || repeat === undefined) return undefined
    const leaving = new AbortController()
    // Whoever asks for it hears what goes wrong.
    readCase(source, runId, { position, repeat }, leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [source, runId, position, repeat])
}

async function readCase(
  source: RunSource,
  runId: string,
  { position, repeat }: UseCaseDetailPlace,
  signal: AbortSignal,
): Promise<CaseDetail> {
  const kept = keptRuns.caseDetail(runId, `${position}/${repeat}`)
  if (kept !== undefined) return kept
  const detail = await source.caseDetail(runId, position, repeat, signal)
  keptRuns.keepCase(runId, detail)
  return detail
}
