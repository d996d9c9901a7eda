import { useQueryClient } from '@tanstack/react-query'
import type { RunDetail } from '../../../src/server/api/runs.ts'
import { cameBack } from '../came-back.ts'
import { useRunSource } from './run-source.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

/** A run; what is known of it stands there at once. Who comes back to one that is over asks nobody. */
export function useRunDetail(runId: string): Loaded<RunDetail> {
  const source = useRunSource()
  const client = useQueryClient()
  const queryKey = ['run', runId]
  return useAnswer<RunDetail>({
    queryKey,
    async queryFn({ signal }) {
      const before = client.getQueryData<RunDetail>(queryKey)
      const detail = await source.ask('run', { params: { runId }, signal })
      // Somebody went on with it: its cases may be others now.
      if (before !== undefined && momentOf(before) !== momentOf(detail))
        void client.invalidateQueries({ queryKey: ['run', runId, 'case'], refetchType: 'none' })
      return detail
    },
    staleTime: ({ state: { data } }) =>
      cameBack() && data?.state === 'finished' && data.latestRound === undefined ? Infinity : 0,
  })
}

/** Which state of a run it is: one that somebody went on with has other results. */
export function momentOf({ run, state }: RunDetail): string {
  return `${state} ${run.endedAt ?? ''}`
}
