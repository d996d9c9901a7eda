import { z } from 'zod'
import { Message } from '../basics/message.ts'

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

/** A number with its interval, or why there is none: a share of nothing is not 0. */
export const Measurement = z.discriminatedUnion('status', [
  Estimate.extend({ status: z.literal('measured') }),
  z.object({ status: z.literal('undefined'), reason: Message }),
])
export type Measurement = z.infer<typeof Measurement>

/** A pass rate as people would have it, from the results that they labelled and the verdicts on all. */
export const CorrectedRate = z.object({
  estimate: Estimate,
  /** What the labels say by themselves. */
  labelsAlone: Estimate,
  /** What the verdicts say by themselves. */
  verdictsAlone: z.number(),
  /** How much the verdicts count, from 0 to 1; absent where labels were weighed by verdict. */
  weight: z.number().optional(),
  /** So many labels without verdicts would have told as much. */
  effectiveLabels: z.number(),
  labels: z.number(),
  results: z.number(),
  /** What share of the labelled results and of the others passed, where they differ too much for labels drawn at random. */
  skew: z.object({ labelled: z.number(), others: z.number() }).optional(),
})
export type CorrectedRate = z.infer<typeof CorrectedRate>

/** What people's labels make of a run; absent where there are too few. */
export const CorrectedSummary = z.object({
  passRate: CorrectedRate.optional(),
  metrics: z.array(CorrectedRate.extend({ metric: z.string() })),
})
export type CorrectedSummary = z.infer<typeof CorrectedSummary>
