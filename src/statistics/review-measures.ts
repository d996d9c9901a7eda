import { z } from 'zod'
import { Estimate, Measurement } from '../core/run/estimate.ts'
import { Message } from '../core/basics/message.ts'
import { ReviewVerdict } from '../core/review.ts'

/**
 * What became of the rows. Every row is in exactly one of the others of `total`; `calibrated` and `invalidConfidence` add
 * up to `scored`. An agent's failure to answer is no wrong answer and no right one.
 */
export const ReviewRowCounts = z.object({
  total: z.number(),
  /** Expected and given verdict are both `pass` or `fail`. */
  scored: z.number(),
  invalidExpected: z.number(),
  /** Answered without `pass` or `fail`. */
  invalidResult: z.number(),
  agentErrors: z.number(),
  invalidOutputs: z.number(),
  /** The reviewer said that it cannot tell; absent in older runs. */
  declined: z.number().optional(),
  skipped: z.number(),
  /** Scored rows with a confidence from 0 to 1. */
  calibrated: z.number(),
  invalidConfidence: z.number(),
})
export type ReviewRowCounts = z.infer<typeof ReviewRowCounts>

/** A row by name; `index` counts all rows from 0, those that were not scored as well. */
export const NamedRow = z.object({
  index: z.number(),
  caseId: z.string(),
  expected: ReviewVerdict,
  result: ReviewVerdict,
  confidence: z.number().nullable(),
})
export type NamedRow = z.infer<typeof NamedRow>

/** Verdicts against right answers. A positive is a `fail`, that is a violation; a miss is a violation that passed. */
export const Classification = z.object({
  truePositives: z.number(),
  falsePositives: z.number(),
  trueNegatives: z.number(),
  falseNegatives: z.number(),
  /** `[[TN, FP], [FN, TP]]`: rows are expected pass and fail, columns given pass and fail. */
  matrix: z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]),
  accuracy: Measurement,
  /** The same with every row that was asked and not answered counted as wrong. */
  accuracyWithErrors: Measurement,
  precision: Measurement,
  recall: Measurement,
  f1: Measurement,
  specificity: Measurement,
  /** Of the violations; 1 - recall. */
  missRate: Measurement,
  /** Of what should pass; 1 - specificity. */
  falseAlarmRate: Measurement,
  /** Of all scored rows. */
  missShare: Measurement,
  falseAlarmShare: Measurement,
  /** What programs expect that put 0 where nothing can be told; null without a scored row. */
  zeroForUndefined: z.object({ precision: z.number(), recall: z.number(), f1: z.number() }).nullable(),
  misses: z.array(NamedRow),
  falseAlarms: z.array(NamedRow),
})
export type Classification = z.infer<typeof Classification>

/** The rows whose confidence lies from `from` up to, and without, `to`; the last bin has 1 as well. */
export const ReliabilityBin = z.object({
  bin: z.number(),
  from: z.number(),
  to: z.number(),
  n: z.number(),
  accuracy: Estimate,
  meanConfidence: z.number(),
  /** |accuracy - mean confidence| */
  gap: z.number(),
  /** Where the accuracy would lie, at the level of the estimates, if every confidence were true. */
  consistent: z.object({ low: z.number(), high: z.number() }),
})
export type ReliabilityBin = z.infer<typeof ReliabilityBin>

/** How well confidence, the stated probability of being right, agrees with being right. All numbers 0–1 but log loss. */
export const Calibration = z.object({
  n: z.number(),
  right: z.number(),
  /** Bins that hold rows. */
  bins: z.array(ReliabilityBin),
  /** Expected calibration error: the gaps, weighted by the bins' share of rows. */
  ece: Measurement,
  /** Plain mean of the gaps. */
  unweightedEce: z.number().nullable(),
  /** Sum of the gaps over the number of bins, empty ones included, as some texts print the formula. */
  printedEce: z.number().nullable(),
  /** The largest gap. */
  mce: z.number().nullable(),
  /** The same over bins with equally many rows each. */
  equalMass: z.object({
    bins: z.number(),
    ece: Measurement,
    unweightedEce: z.number().nullable(),
    /** Square of the calibration error without what chance adds to it; a negative one cannot be told from 0. */
    debiasedSquare: z.number().nullable(),
    debiased: z.number().nullable(),
  }),
  brier: Measurement,
  /** Brier = reliability - resolution + uncertainty + within-bin variance - within-bin covariance. */
  brierParts: z
    .object({
      reliability: z.number(),
      resolution: z.number(),
      uncertainty: z.number(),
      withinBinVariance: z.number(),
      withinBinCovariance: z.number(),
    })
    .nullable(),
  /** 1 - Brier / uncertainty: 0 is no better than always stating the accuracy. */
  brierSkill: z.number().nullable(),
  logLoss: Measurement,
  /** The chance that a right row is more confident than a wrong one. */
  auroc: Measurement,
  aurocStandardErrors: z.object({ deLong: z.number().nullable(), hanleyMcNeil: z.number().nullable() }),
})
export type Calibration = z.infer<typeof Calibration>

/** From which confidence on a row counts as confident; `inclusive` says whether the threshold itself does. */
export const ConfidenceRule = z.object({ threshold: z.number(), inclusive: z.boolean() })
export type ConfidenceRule = z.infer<typeof ConfidenceRule>

/** Rows at the ends of the scale. */
export const ConfidenceExtremes = z.object({
  rule: ConfidenceRule,
  high: z.object({ n: z.number(), right: z.number() }),
  /** Wrong rows among the confident ones, misses and false alarms. */
  overConfidenceRate: Measurement,
  /** Confidence below 0.5. */
  low: z.object({ n: z.number(), right: z.number() }),
  /** Right rows among those. */
  underConfidenceRate: Measurement,
  /** Confident misses. */
  criticalErrors: z.array(NamedRow),
})
export type ConfidenceExtremes = z.infer<typeof ConfidenceExtremes>

/** What is gained by answering only where confidence is high. Risks are shares of wrong rows. */
export const RiskCoverage = z.object({
  n: z.number(),
  errors: z.number(),
  overallRisk: z.number(),
  /** Mean risk over all coverages, the best that any order of these rows has, and what is above that. */
  aurc: z.number(),
  optimalAurc: z.number(),
  excessAurc: z.number(),
  /** Mean over all coverages of the share of all rows that is wrong and answered. */
  augrc: z.number(),
  /** From strict to loose; rows of equal confidence come together. */
  curve: z.array(z.object({ threshold: z.number(), coverage: z.number(), risk: z.number() })),
  /** The largest coverage with no more than `risk` in this set; a description, not a guarantee. */
  coverageAtRisk: z.array(z.object({ risk: z.number(), coverage: z.number(), threshold: z.number().nullable() })),
})
export type RiskCoverage = z.infer<typeof RiskCoverage>

/** A map from stated to better confidence. Confidences are moved away from 0 and 1 by 1e-6 before their logit is taken. */
export const Recalibration = z.discriminatedUnion('method', [
  /** σ(logit(c) / temperature) */
  z.object({ method: z.literal('temperature'), temperature: z.number() }),
  /** σ(slope · logit(c) + intercept) */
  z.object({ method: z.literal('platt'), slope: z.number(), intercept: z.number(), smoothed: z.boolean() }),
  /** Straight lines between the knots, level beyond the first and the last. */
  z.object({
    method: z.literal('isotonic'),
    knots: z.array(z.object({ confidence: z.number(), value: z.number() })),
  }),
])
export type Recalibration = z.infer<typeof Recalibration>

const RecalibrationErrors = z.object({ ece: z.number(), brier: z.number(), logLoss: z.number().nullable() })

/** A recalibration that was judged on rows it had not seen, in `folds` turns; `map` is then fitted on all rows. */
export const JudgedRecalibration = z.object({
  method: z.enum(['temperature', 'platt', 'isotonic']),
  /** The one to use for so many labelled cases. */
  recommended: z.boolean(),
  folds: z.number(),
  before: RecalibrationErrors,
  after: RecalibrationErrors,
  /** Brier score before minus after; above 0 is better. */
  gain: Estimate.nullable(),
  map: Recalibration,
})
export type JudgedRecalibration = z.infer<typeof JudgedRecalibration>

/** Thresholds on a fixed grid, each looked at by itself: nothing here is a guarantee. */
export const ApprovalGrid = z.object({
  guarantee: z.literal('none'),
  rows: z.array(
    z.object({
      threshold: z.number(),
      /** Rows with at least this confidence, and their share of all with a confidence. */
      n: z.number(),
      coverage: z.number(),
      accuracy: z.number(),
      /** Wrong rows of either kind, and the misses among them. */
      errors: z.number(),
      errorRate: z.number(),
      misses: z.number(),
      /** One-sided Clopper–Pearson bound of the error rate. */
      upper: z.number(),
    }),
  ),
  mostErrors: z.number(),
  /** The lowest threshold with an error rate of at most `mostErrors` over at least `fewestRows` rows. */
  byRate: z.object({ fewestRows: z.number(), recommended: z.number().nullable() }),
  /** The lowest threshold whose bound, at `level`, is at most `mostErrors`. */
  byBound: z.object({ level: z.number(), recommended: z.number().nullable() }),
})
export type ApprovalGrid = z.infer<typeof ApprovalGrid>

/**
 * What auto-approval must keep below alpha.
 *
 * - `miss-rate`: the share of violations that are approved
 * - `bad-among-approved`: the share of approved rows that are violations
 * - `bad-and-approved`: the share of all rows that are violations and approved
 */
export const ApprovalTarget = z.enum(['miss-rate', 'bad-among-approved', 'bad-and-approved'])
export type ApprovalTarget = z.infer<typeof ApprovalTarget>

export const ApprovalMethod = z.enum(['clopper-pearson', 'fixed-sequence', 'sgr', 'binomial', 'conformal-risk-control'])
export type ApprovalMethod = z.infer<typeof ApprovalMethod>

const approvalQuestion = {
  target: ApprovalTarget,
  method: ApprovalMethod,
  alpha: z.number(),
  /** The chance that the certificate is wrong; null for a promise about the mean over calibrations. */
  delta: z.number().nullable(),
  /** Labelled rows, and the violations among them. */
  n: z.number(),
  violations: z.number(),
  /** Of the labelled data, from whoever read it. */
  dataHash: z.string().optional(),
}

/** A threshold for auto-approval with what is promised of it, or a refusal. */
export const Approval = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('certified'),
    ...approvalQuestion,
    /** Approve what the agent passes with at least this confidence. */
    threshold: z.number(),
    approved: z.number(),
    /** Violations among the approved rows. */
    missed: z.number(),
    /** Share of the labelled rows that are approved. */
    coverage: z.number(),
    /** The bound on the target, at most alpha. */
    upper: z.number(),
  }),
  z.object({
    status: z.literal('refused'),
    ...approvalQuestion,
    reason: Message,
    /** How many more labelled rows of a kind it takes at least, if none of them is missed. */
    missing: z.object({ what: z.enum(['violations', 'approvals', 'rows']), count: z.number() }).optional(),
  }),
])
export type Approval = z.infer<typeof Approval>

export const ReviewStep = z.enum(['good', 'fair', 'warning'])
export type ReviewStep = z.infer<typeof ReviewStep>

export const ReviewWarning = z.object({
  code: z.enum(['few-cases', 'one-class', 'unscored', 'no-confidence', 'low-recall', 'ece', 'critical-errors']),
  sentence: Message,
  caseIds: z.array(z.string()).optional(),
})
export type ReviewWarning = z.infer<typeof ReviewWarning>

/**
 * Holds all that can be said of a set of reviews, one object for every report. Shares are 0–1; a number that cannot be told
 * is `undefined` with a reason, or null.
 *
 * @example
 * const kept = ReviewSummary.parse(summariseReview([], { seed: 1 }))
 * kept.rows.total // => 0
 */
export const ReviewSummary = z.object({
  seed: z.number(),
  level: z.number(),
  rows: ReviewRowCounts,
  classification: Classification,
  calibration: Calibration,
  confidence: ConfidenceExtremes,
  /** The same over rows whose evidence was sufficient; null where no row says so. */
  sufficientEvidence: z.object({ calibration: Calibration, confidence: ConfidenceExtremes }).nullable(),
  riskCoverage: RiskCoverage.nullable(),
  recalibration: z.union([
    z.object({ status: z.literal('judged'), methods: z.array(JudgedRecalibration) }),
    z.object({ status: z.literal('undefined'), reason: Message }),
  ]),
  approvalGrid: ApprovalGrid,
  /** The miss rate first, which is the one to use unless another was chosen before looking. */
  approvals: z.array(Approval),
  /** In words; null where there is nothing to judge. */
  steps: z.object({
    accuracy: ReviewStep.nullable(),
    recall: ReviewStep.nullable(),
    precision: ReviewStep.nullable(),
    ece: ReviewStep.nullable(),
    criticalErrors: ReviewStep.nullable(),
  }),
  warnings: z.array(ReviewWarning),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>
