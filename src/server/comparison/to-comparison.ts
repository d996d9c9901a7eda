import type { RunComparison } from '../../core/index.ts'
import { Comparison } from '../api/comparisons.ts'

export function toComparison(comparison: RunComparison): Comparison {
  return Comparison.parse({
    ...comparison,
    cases: comparison.cases.map((one) => ({
      ...one,
      values: one.values.filter(({ first, second }) => first !== second),
    })),
  })
}
