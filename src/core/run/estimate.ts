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

/**
 * How often a judge passes what is right, out of so many results (`positives`), and how often it fails what is wrong, out of
 * so many others (`negatives`).
 */
export const JudgeErrors = z.object({
  sensitivity: z.number().min(0).max(1),
  positives: z.number().min(1),
  specificity: z.number().min(0).max(1),
  negatives: z.number().min(1),
})
export type JudgeErrors = z.infer<typeof JudgeErrors>

const behindCorrected = {
  /** What the labels say by themselves. */
  labelsAlone: Estimate,
  /** What the verdicts, or the scores, say by themselves. */
  verdictsAlone: z.number(),
  /** So many labels without verdicts would have told as much. */
  effectiveLabels: z.number(),
  labels: z.number(),
  results: z.number(),
}

/** A pass rate or mean as people would have it, from the results that they labelled and the verdicts on all. */
export const CorrectedRate = z.object({
  estimate: Estimate,
  ...behindCorrected,
  /** How much the verdicts count, from 0 to 1; absent where labels were weighed by verdict. */
  weight: z.number().optional(),
  /** What share of the labelled results and of the others passed, where they differ too much for labels drawn at random. */
  skew: z.object({ labelled: z.number(), others: z.number() }).optional(),
})
export type CorrectedRate = z.infer<typeof CorrectedRate>

/** The difference of two runs as people would have it, second minus first. Labels and results are those of both. */
export const CorrectedDifference = z.object({
  estimate: Estimate,
  ...behindCorrected,
  /** How much the verdicts on each run count, from 0 to 1; absent where labels were weighed by verdict. */
  weights: z.object({ first: z.number(), second: z.number() }).optional(),
  /** Labels are not a random draw, in one of the runs or in both. */
  skewed: z.literal(true).optional(),
})
export type CorrectedDifference = z.infer<typeof CorrectedDifference>

/** The cases of one category, or with one tag. `corrected` is absent where there are too few labels to say anything. */
const slice = {
  by: z.enum(['category', 'tag']),
  name: z.string(),
  /** What was corrected: the pass rate, the one of a metric, or the mean of its scores. */
  of: z.enum(['pass-rate', 'mean']),
  metric: z.string().optional(),
  labels: z.number(),
  results: z.number(),
}
export const CorrectedSlice = z.object({ ...slice, corrected: CorrectedRate.optional() })
export type CorrectedSlice = z.infer<typeof CorrectedSlice>

/** What people's labels make of a run; absent where there are too few. */
export const CorrectedSummary = z.object({
  passRate: CorrectedRate.optional(),
  /** Pass rates of metrics. */
  metrics: z.array(CorrectedRate.extend({ metric: z.string() })),
  /** Means of metrics that people scored; absent in files of older versions, as are slices. */
  means: z.array(CorrectedRate.extend({ metric: z.string() })).optional(),
  slices: z.array(CorrectedSlice).optional(),
})
export type CorrectedSummary = z.infer<typeof CorrectedSummary>

/** What people's labels make of the difference of two runs. */
export const CorrectedComparison = z.object({
  passRate: CorrectedDifference.optional(),
  metrics: z.array(CorrectedDifference.extend({ metric: z.string() })),
  means: z.array(CorrectedDifference.extend({ metric: z.string() })),
  slices: z.array(z.object({ ...slice, corrected: CorrectedDifference.optional() })),
})
export type CorrectedComparison = z.infer<typeof CorrectedComparison>
