import type { Comparison } from '../../../src/server/api/comparisons.ts'
import { useRunSource } from './run-source.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

/** Comparisons of several runs with a baseline, loaded again when one that is `running` ends. */
export function useComparisons(
  baseline: string,
  others: readonly string[],
  running: readonly string[] = [],
): Loaded<readonly Comparison[]> {
  const source = useRunSource()
  return useAnswer({
    queryKey: ['compare', baseline, others, running],
    queryFn: async ({ signal }) =>
      Promise.all(others.map(async (second) => source.ask('compare', { query: { first: baseline, second }, signal }))),
  })
}
