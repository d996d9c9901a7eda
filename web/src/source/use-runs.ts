import { useEffect } from 'react'
import type { RunList } from '../../../src/server/api/routes.ts'
import { useRunSource } from './run-source.ts'
import { type Loaded, useApi } from './use-answer.ts'

/** Newest first. */
export function useRuns(): Loaded<RunList> {
  return useApi('runs', {})
}

/** The list of runs with later changes. */
export function useFollowedRuns(): Loaded<RunList> {
  const source = useRunSource()
  const runs = useRuns()
  const { reload } = runs
  useEffect(() => source.watchList(reload), [source, reload])
  return runs
}
