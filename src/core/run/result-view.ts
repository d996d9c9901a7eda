import { z } from 'zod'
import { Estimate } from './estimate.ts'

/** The filter of a report on part of a run's results, and the counts of those. */
export const ResultView = z.object({
  /** The filter as the page's address writes it, such as `only=failed&tag=odd`. */
  filter: z.string(),
  shown: z.number(),
  of: z.number(),
  passed: z.number(),
  evaluated: z.number(),
  /** The pass rate of the shown results only. */
  passRate: Estimate.nullable(),
})
export type ResultView = z.infer<typeof ResultView>

/** A filter, order and layout of the results table, saved under a name for everybody. */
export const NamedView = z.object({
  name: z.string().trim().min(1).max(60),
  /** The query part of the page's address. */
  address: z.string().max(10_000),
})
export type NamedView = z.infer<typeof NamedView>
