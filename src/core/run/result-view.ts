import { z } from 'zod'
import { Estimate } from './estimate.ts'

/** Which results of a run a report has, where it has not all of them, and how these came out. */
export const ResultView = z.object({
  /** As the address of the page has it, such as `only=failed&tag=odd`. */
  filter: z.string(),
  shown: z.number(),
  of: z.number(),
  passed: z.number(),
  evaluated: z.number(),
  /** Of the results shown, and of no others. */
  passRate: Estimate.nullable(),
})
export type ResultView = z.infer<typeof ResultView>
