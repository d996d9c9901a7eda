import { useRef } from 'react'
import type { RunDetail } from '../../../src/server/api/runs.ts'
import { cameBack } from '../came-back.ts'
import { keptRuns } from './kept-runs.ts'
import { useRunSource } from './run-source.ts'
import { useAnswer, type Loaded } from './use-answer.ts'

/** A run; what is known of it stands there at once. Who comes back to one that is over asks nobody. */
export function useRunDetail(runId: string): Loaded<RunDetail> & { readonly reload: () => void } {
  const source = useRunSource()
  const asked = useRef(false)
  const answer = useAnswer(runId, async (signal) => {
    const kept = keptRuns.detail(runId)
    const isEnough = !asked.current && cameBack() && kept?.state === 'finished' && kept.latestRound === undefined
    asked.current = true
    if (isEnough) return kept
    const detail = await source.run(runId, signal)
    keptRuns.keep(detail)
    return detail
  })
  const kept = answer.status === 'loading' ? keptRuns.detail(runId) : undefined
  return kept === undefined ? answer : { status: 'ready', value: kept, reload: answer.reload }
}
