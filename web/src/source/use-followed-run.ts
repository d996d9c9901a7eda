import { useEffect, useEffectEvent } from 'react'
import type { RunDetail } from '../../../src/server/api/runs.ts'
import { useRunSource } from './run-source.ts'
import { momentOf } from './use-run-detail.ts'

/** Calls `changed` when a finished run is resumed, or ends in another way. */
export function useFollowedRun(detail: RunDetail, changed: () => void): void {
  const source = useRunSource()
  const { runId } = detail.run.plan
  const hear = useEffectEvent((now: string) => now === momentOf(detail) || changed())
  const isRunning = useEffectEvent(() => detail.state === 'running')
  useEffect(
    () =>
      source.watch(runId, (news) => {
        // While it is under way, its table notices the end.
        if (isRunning()) return
        if (news.type === 'end') hear(momentOf(news.detail))
        if (news.type === 'progress' && news.state === 'running') hear('running')
      }),
    [source, runId],
  )
}
