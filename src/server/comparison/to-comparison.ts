import type { RunComparison } from '../../core/index.ts'

/** Leaves out the values that did not move: of ten thousand cases they would be most of the answer. */
export function toComparison(comparison: RunComparison): RunComparison {
  const cases = comparison.cases.map((one) => ({
    ...one,
    values: one.values.filter(({ first, second }) => first !== second),
  }))
  return { ...comparison, cases }
}
