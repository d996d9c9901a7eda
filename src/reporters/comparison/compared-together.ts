import type { RunComparison } from '../../core/index.ts'
import { holm } from '../../statistics/multiple-comparisons.ts'

/**
 * Adjusts p-values by Holm's method over several comparisons with one baseline, so that more runs do not make a false
 * difference more likely. A single comparison stays as it is.
 */
export function comparedTogether<Compared extends Pick<RunComparison, 'test' | 'metrics'>>(
  comparisons: readonly Compared[],
): readonly Compared[] {
  if (comparisons.length < 2) return comparisons
  const tests = holm(comparisons.flatMap(({ test }) => test?.p ?? [])).values()
  const metrics = holm(comparisons.flatMap((one) => one.metrics.map(({ p }) => p))).values()
  return comparisons.map((one) => ({
    ...one,
    ...(one.test !== undefined && { test: { ...one.test, adjustedP: tests.next().value ?? 1 } }),
    metrics: one.metrics.map((metric) => ({ ...metric, adjustedP: metrics.next().value ?? 1 })),
  }))
}
