import { z } from 'zod'

/** A number that was measured on `n` things, with the interval in which the true one lies at `level` confidence. */
export const Estimate = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.number(),
  level: z.number(),
  /** How the interval was made, such as `wilson` or `t-clustered`. */
  method: z.string(),
})
export type Estimate = z.infer<typeof Estimate>
