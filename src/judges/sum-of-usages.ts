import type { Usage } from '../core/index.ts'

/** Adds up counters. A counter that nobody reported stays absent. */
export function sumOfUsages(usages: readonly Usage[]): Usage {
  const sum = new Map<string, number>()
  for (const [counter, count] of usages.flatMap((usage) => Object.entries(usage))) {
    if (count !== undefined) sum.set(counter, (sum.get(counter) ?? 0) + count)
  }
  return Object.fromEntries(sum)
}
