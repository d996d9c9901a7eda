import { z } from 'zod'
import { Message } from '../basics/message.ts'

/** A value measured on `n` items, with its confidence interval at `level`. */
export const Estimate = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.number(),
  level: z.number(),
  /** The method of the interval, such as `wilson` or `t-clustered`. */
  method: z.string(),
})
export type Estimate = z.infer<typeof Estimate>

/** A value with its interval, or the reason why there is none: a share of nothing is not 0. */
export const Measurement = z.discriminatedUnion('status', [
  Estimate.extend({ status: z.literal('measured') }),
  z.object({ status: z.literal('undefined'), reason: Message }),
])
export type Measurement = z.infer<typeof Measurement>

/**
 * How often a judge passes right answers (`sensitivity`, measured on `positives`) and fails wrong ones (`specificity`,
 * measured on `negatives`).
 */
export const JudgeErrors = z.object({
  sensitivity: z.number().min(0).max(1),
  positives: z.number().min(1),
  specificity: z.number().min(0).max(1),
  negatives: z.number().min(1),
})
export type JudgeErrors = z.infer<typeof JudgeErrors>

const behindCorrected = {
  labelsAlone: Estimate,
  /** The value from the verdicts, or the scores, alone. */
  verdictsAlone: z.number(),
  /** The number of labels that would give the same precision without verdicts. */
  effectiveLabels: z.number(),
  labels: z.number(),
  results: z.number(),
}

/** A pass rate or mean as people would judge it, estimated from their labels and the verdicts on all results. */
export const CorrectedRate = z.object({
  estimate: Estimate,
  ...behindCorrected,
  /** The weight of the verdicts, 0–1; absent when labels were weighted by verdict. */
  weight: z.number().optional(),
  /** The pass rates of labelled and other results, when they differ too much for labels drawn at random. */
  skew: z.object({ labelled: z.number(), others: z.number() }).optional(),
})
export type CorrectedRate = z.infer<typeof CorrectedRate>

/** The difference of two runs as people would judge it, second minus first. Labels and results count both runs. */
export const CorrectedDifference = z.object({
  estimate: Estimate,
  ...behindCorrected,
  /** The weight of the verdicts of each run, 0–1; absent when labels were weighted by verdict. */
  weights: z.object({ first: z.number(), second: z.number() }).optional(),
  /** True when the labels of at least one run are not a random sample. */
  skewed: z.literal(true).optional(),
})
export type CorrectedDifference = z.infer<typeof CorrectedDifference>

/** The cases of one category or tag. `corrected` is absent when there are too few labels. */
const slice = {
  by: z.enum(['category', 'tag']),
  name: z.string(),
  /** The corrected quantity: the pass rate of the run or of a metric, or the mean of its scores. */
  of: z.enum(['pass-rate', 'mean']),
  metric: z.string().optional(),
  labels: z.number(),
  results: z.number(),
}
export const CorrectedSlice = z.object({ ...slice, corrected: CorrectedRate.optional() })
export type CorrectedSlice = z.infer<typeof CorrectedSlice>

/** The corrections of a run by people's labels; a value with too few labels is absent. */
export const CorrectedSummary = z.object({
  passRate: CorrectedRate.optional(),
  metrics: z.array(CorrectedRate.extend({ metric: z.string() })),
  /** Means of metrics that people scored; absent, like slices, in files of older versions. */
  means: z.array(CorrectedRate.extend({ metric: z.string() })).optional(),
  slices: z.array(CorrectedSlice).optional(),
})
export type CorrectedSummary = z.infer<typeof CorrectedSummary>

/** The corrections of the difference of two runs by people's labels. */
export const CorrectedComparison = z.object({
  passRate: CorrectedDifference.optional(),
  metrics: z.array(CorrectedDifference.extend({ metric: z.string() })),
  means: z.array(CorrectedDifference.extend({ metric: z.string() })),
  slices: z.array(z.object({ ...slice, corrected: CorrectedDifference.optional() })),
})
export type CorrectedComparison = z.infer<typeof CorrectedComparison>
