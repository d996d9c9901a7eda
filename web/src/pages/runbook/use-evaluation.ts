import { skipToken } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Progress } from '../../../../src/server/api/runs.ts'
import type { RunbookEvaluation } from '../../../../src/server/api/runbooks.ts'
import { callApi } from '../../source/call-api.ts'
import { useRunSource } from '../../source/run-source.ts'
import { useAnswer } from '../../source/use-answer.ts'

export type WatchedEvaluation = {
  /** Undefined until it is loaded. */
  readonly evaluation: RunbookEvaluation | undefined
  readonly progress: Progress | undefined
  /** Whether it has ended and its file is being written. */
  readonly saving: boolean
  readonly error: unknown
  readonly reload: () => void
}

const askAgainMs = 300

/** Follows an evaluation until its file is written; undefined without an id. `onEnd` is called at its end. */
export function useEvaluation(runId: string | null, onEnd: () => void): WatchedEvaluation {
  const source = useRunSource()
  const { reload, ...answer } = useAnswer({
    queryKey: ['runbookEvaluation', runId],
    queryFn:
      runId === null ? skipToken : async ({ signal }) => callApi('runbookEvaluation', { params: { runId }, signal }),
    refetchInterval: ({ state: { data } }) => isSaving(data) && askAgainMs,
  })
  const [progress, setProgress] = useState<Progress>()
  const evaluation = answer.status === 'ready' ? answer.value : undefined
  const running = evaluation?.detail.state === 'running'
  const ended = useEffectEvent(() => {
    reload()
    onEnd()
  })
  useEffect(() => {
    if (!running || runId === null) return undefined
    return source.watch(runId, (news) => {
      if (news.type === 'progress') setProgress(news.progress)
      if (news.type === 'end') ended()
    })
  }, [runId, running, source])
  return {
    evaluation,
    progress: running ? progress : undefined,
    saving: isSaving(evaluation),
    error: answer.status === 'failed' ? answer.error : undefined,
    reload,
  }
}

function isSaving(evaluation: RunbookEvaluation | undefined): boolean {
  return evaluation?.detail.state === 'finished' && evaluation.detail.here === true
}
