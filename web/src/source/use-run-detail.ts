import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { RunDetail } from '../../../src/server/api/runs.ts'
import { cameBack } from '../came-back.ts'
import { useRunSource } from './run-source.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

/** Milliseconds until a `shinsa watch` session is asked for its next round. */
const nextRoundMs = 1000

/** Loads a run, showing cached data at once. A finished run is not refetched, but for the next round of a session. */
export function useRunDetail(runId: string): Loaded<RunDetail> {
  const source = useRunSource()
  const client = useQueryClient()
  const queryKey = ['run', runId]
  return useAnswer<RunDetail>({
    queryKey,
    async queryFn({ signal }) {
      const before = client.getQueryData<RunDetail>(queryKey)
      const detail = await source.ask('run', { params: { runId }, signal })
      // A resumed run may have other cases.
      if (before !== undefined && momentOf(before) !== momentOf(detail))
        void client.invalidateQueries({ queryKey: ['run', runId, 'case'], refetchType: 'none' })
      return detail
    },
    staleTime: ({ state: { data } }) =>
      cameBack() && data?.state === 'finished' && data.latestRound === undefined ? Infinity : 0,
    refetchInterval: ({ state: { data } }) =>
      source.live && data?.latestRound !== undefined && data.state !== 'running' && nextRoundMs,
  })
}

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

/** Identifies the state of a run: a resumed run has other results. */
export function momentOf({ run, state }: RunDetail): string {
  return `${state} ${run.endedAt ?? ''}`
}
