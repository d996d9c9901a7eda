import { z } from 'zod'
import { Estimate, Measurement } from '../core/run/estimate.ts'
import { Message } from '../core/basics/message.ts'
import { ReviewVerdict } from '../core/review.ts'

/**
 * Counts of rows by outcome. Every row is in exactly one of the groups below `total`; `calibrated` and
 * `invalidConfidence` add up to `scored`. A missing answer is neither right nor wrong.
 */
export const ReviewRowCounts = z.object({
  total: z.number(),
  /** Rows whose expected and given verdict are both `pass` or `fail`. */
  scored: z.number(),
  invalidExpected: z.number(),
  /** Rows answered with neither `pass` nor `fail`. */
  invalidResult: z.number(),
  agentErrors: z.number(),
  invalidOutputs: z.number(),
  /** Rows that the reviewer declined to decide; absent in older runs. */
  declined: z.number().optional(),
  skipped: z.number(),
  /** Scored rows with a confidence from 0 to 1. */
  calibrated: z.number(),
  invalidConfidence: z.number(),
})
export type ReviewRowCounts = z.infer<typeof ReviewRowCounts>

/** A row with its name; `index` counts all rows from 0, including unscored ones. */
export const NamedRow = z.object({
  index: z.number(),
  caseId: z.string(),
  expected: ReviewVerdict,
  result: ReviewVerdict,
  confidence: z.number().nullable(),
})
export type NamedRow = z.infer<typeof NamedRow>

/** Verdicts compared with right answers. A positive is a `fail`, that is a violation; a miss is one that passed. */
export const Classification = z.object({
  truePositives: z.number(),
  falsePositives: z.number(),
  trueNegatives: z.number(),
  falseNegatives: z.number(),
  /** `[[TN, FP], [FN, TP]]`: rows are expected pass and fail, columns given pass and fail. */
  matrix: z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]),
  accuracy: Measurement,
  /** The accuracy with every unanswered row counted as wrong. */
  accuracyWithErrors: Measurement,
  precision: Measurement,
  recall: Measurement,
  f1: Measurement,
  specificity: Measurement,
  /** The share of violations that passed; 1 - recall. */
  missRate: Measurement,
  /** The share of compliant rows that failed; 1 - specificity. */
  falseAlarmRate: Measurement,
  /** The share of misses among all scored rows; likewise below for false alarms. */
  missShare: Measurement,
  falseAlarmShare: Measurement,
  /** Variants with 0 in place of undefined values, for programs that expect it; null without scored rows. */
  zeroForUndefined: z.object({ precision: z.number(), recall: z.number(), f1: z.number() }).nullable(),
  misses: z.array(NamedRow),
  falseAlarms: z.array(NamedRow),
})
export type Classification = z.infer<typeof Classification>

/** Rows with a confidence from `from` up to, but not including, `to`; the last bin includes 1. */
export const ReliabilityBin = z.object({
  bin: z.number(),
  from: z.number(),
  to: z.number(),
  n: z.number(),
  accuracy: Estimate,
  meanConfidence: z.number(),
  gap: z.number(),
  /** The range of the accuracy, at the level of the estimates, if every confidence were true. */
  consistent: z.object({ low: z.number(), high: z.number() }),
})
export type ReliabilityBin = z.infer<typeof ReliabilityBin>

/** How well confidence, the stated probability of being right, matches being right. All but log loss are 0–1. */
export const Calibration = z.object({
  n: z.number(),
  right: z.number(),
  /** Non-empty bins only. */
  bins: z.array(ReliabilityBin),
  /** Expected calibration error: the gaps weighted by the bins' share of rows. */
  ece: Measurement,
  unweightedEce: z.number().nullable(),
  /** Sum of the gaps over the number of bins, including empty ones, as some texts print the formula. */
  printedEce: z.number().nullable(),
  mce: z.number().nullable(),
  /** Calibration errors over bins with equally many rows. */
  equalMass: z.object({
    bins: z.number(),
    ece: Measurement,
    unweightedEce: z.number().nullable(),
    /** Square of the calibration error minus its expected increase by chance; a negative value means 0. */
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
  /** 1 - Brier / uncertainty; 0 is no better than always stating the accuracy. */
  brierSkill: z.number().nullable(),
  logLoss: Measurement,
  /** The probability that a right row is more confident than a wrong one. */
  auroc: Measurement,
  aurocStandardErrors: z.object({ deLong: z.number().nullable(), hanleyMcNeil: z.number().nullable() }),
})
export type Calibration = z.infer<typeof Calibration>

/** The confidence from which a row counts as confident; `inclusive` includes the threshold itself. */
export const ConfidenceRule = z.object({ threshold: z.number(), inclusive: z.boolean() })
export type ConfidenceRule = z.infer<typeof ConfidenceRule>

export const ConfidenceExtremes = z.object({
  rule: ConfidenceRule,
  high: z.object({ n: z.number(), right: z.number() }),
  /** The share of wrong rows among the confident ones. */
  overConfidenceRate: Measurement,
  /** Rows with a confidence below 0.5. */
  low: z.object({ n: z.number(), right: z.number() }),
  /** The share of right rows among those. */
  underConfidenceRate: Measurement,
  criticalErrors: z.array(NamedRow),
})
export type ConfidenceExtremes = z.infer<typeof ConfidenceExtremes>

/** The error rate when only rows of high confidence are answered. Risks are shares of wrong rows. */
export const RiskCoverage = z.object({
  n: z.number(),
  errors: z.number(),
  overallRisk: z.number(),
  /** Mean risk over all coverages, the lowest possible for any order of these rows, and the difference. */
  aurc: z.number(),
  optimalAurc: z.number(),
  excessAurc: z.number(),
  /** Mean over all coverages of the share of all rows that are answered and wrong. */
  augrc: z.number(),
  /** From high to low thresholds; rows of equal confidence are added together. */
  curve: z.array(z.object({ threshold: z.number(), coverage: z.number(), risk: z.number() })),
  /** The largest coverage with at most `risk` in this set; not a guarantee. */
  coverageAtRisk: z.array(z.object({ risk: z.number(), coverage: z.number(), threshold: z.number().nullable() })),
})
export type RiskCoverage = z.infer<typeof RiskCoverage>

/** A map from stated to recalibrated confidence. Confidences are kept 1e-6 away from 0 and 1 for the logit. */
export const Recalibration = z.discriminatedUnion('method', [
  /** σ(logit(c) / temperature) */
  z.object({ method: z.literal('temperature'), temperature: z.number() }),
  /** σ(slope · logit(c) + intercept) */
  z.object({ method: z.literal('platt'), slope: z.number(), intercept: z.number(), smoothed: z.boolean() }),
  /** Linear between the knots, constant beyond the first and the last. */
  z.object({
    method: z.literal('isotonic'),
    knots: z.array(z.object({ confidence: z.number(), value: z.number() })),
  }),
])
export type Recalibration = z.infer<typeof Recalibration>

const RecalibrationErrors = z.object({ ece: z.number(), brier: z.number(), logLoss: z.number().nullable() })

/** A recalibration evaluated by cross-validation with `folds` folds; `map` is then fitted on all rows. */
export const JudgedRecalibration = z.object({
  method: z.enum(['temperature', 'platt', 'isotonic']),
  /** True for the method suited to this number of labels. */
  recommended: z.boolean(),
  folds: z.number(),
  before: RecalibrationErrors,
  after: RecalibrationErrors,
  /** Brier score before minus after; positive values are better. */
  gain: Estimate.nullable(),
  map: Recalibration,
})
export type JudgedRecalibration = z.infer<typeof JudgedRecalibration>

/** Thresholds on a fixed grid, each considered by itself; none is a guarantee. */
export const ApprovalGrid = z.object({
  guarantee: z.literal('none'),
  rows: z.array(
    z.object({
      threshold: z.number(),
      /** Rows with at least this confidence, and their share of all rows with a confidence. */
      n: z.number(),
      coverage: z.number(),
      accuracy: z.number(),
      /** Wrong rows of either kind; `misses` are those among them that passed. */
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
 * The share that auto-approval must keep below alpha.
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
  /** The probability that the certificate is wrong; null for a guarantee on average over calibrations. */
  delta: z.number().nullable(),
  /** The number of labelled rows, of which `violations` are violations. */
  n: z.number(),
  violations: z.number(),
  /** Hash of the labelled data, from the caller. */
  dataHash: z.string().optional(),
}

/** A threshold for auto-approval with its guarantee, or a refusal. */
export const Approval = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('certified'),
    ...approvalQuestion,
    /** Approve rows that the agent passes with at least this confidence. */
    threshold: z.number(),
    approved: z.number(),
    /** Violations among the approved rows. */
    missed: z.number(),
    /** The share of labelled rows that are approved. */
    coverage: z.number(),
    /** The upper bound of the target, at most alpha. */
    upper: z.number(),
  }),
  z.object({
    status: z.literal('refused'),
    ...approvalQuestion,
    reason: Message,
    /** The least number of further rows that could suffice, if none of them is missed. */
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
 * Holds all numbers of a set of reviews, one object for every report. Shares are 0–1; a number that cannot be computed
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
  /** Measures over rows with sufficient evidence only; null when no row reports it. */
  sufficientEvidence: z.object({ calibration: Calibration, confidence: ConfidenceExtremes }).nullable(),
  riskCoverage: RiskCoverage.nullable(),
  recalibration: z.union([
    z.object({ status: z.literal('judged'), methods: z.array(JudgedRecalibration) }),
    z.object({ status: z.literal('undefined'), reason: Message }),
  ]),
  approvalGrid: ApprovalGrid,
  /** The miss rate comes first, as the default target. */
  approvals: z.array(Approval),
  /** Ratings in words; null when there is nothing to rate. */
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
