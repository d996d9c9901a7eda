import type { Measurement } from '../core/index.ts'
import type {
  Approval,
  ApprovalMethod,
  ApprovalTarget,
  ConfidenceRule,
  ReviewStep,
  ReviewSummary,
} from './review-measures.ts'
import { approvalGrid } from './approval/approval-grid.ts'
import { approvalLadder, approvalPoints } from './approval/approval-ladder.ts'
import { certify } from './approval/approval-threshold.ts'
import { calibrationOf } from './calibration/calibration.ts'
import { classificationOf } from './classification.ts'
import type { ConfidencePoint } from './calibration/confidence-bins.ts'
import { confidenceExtremes } from './calibration/confidence-extremes.ts'
import { judgeRecalibrations } from './calibration/judge-recalibration.ts'
import { type CalibratedRow, type ReviewRow, calibratedRows, readReviewRows } from './review-rows.ts'
import { reviewWarnings } from './review-warnings.ts'
import { riskCoverage } from './calibration/risk-coverage.ts'

export type ReviewSummaryOptions = {
  readonly seed: number
  readonly level?: number
  /** The threshold for confident rows; above 0.85 by default. */
  readonly confident?: ConfidenceRule
  /** The options of the certificates, 0.05 each by default; see `certifyApproval`. */
  readonly alpha?: number
  readonly delta?: number
  /** Alpha of the certificates for violations among approved rows; `alpha` by default. */
  readonly approvedAlpha?: number
  /** Hash of the labelled data, stored in the certificates. */
  readonly dataHash?: string
}

/**
 * Computes all numbers of a set of reviews as one serialisable object: classification, calibration, risk, thresholds
 * for approval and warnings. It never throws for the values that agents or labels have. Shares are 0–1; `level` is
 * 0.95, and the same seed gives the same numbers.
 *
 * @throws {RangeError} for a level, alpha or delta outside 0–1
 * @example
 * const rows: ReviewRow[] = [{ caseId: 'lease', expected: 'fail', result: 'pass', confidence: 0.9 }]
 * summariseReview(rows, { seed: 1 }).classification.matrix // => [[0, 0], [1, 0]]
 */
export function summariseReview(rows: readonly ReviewRow[], options: ReviewSummaryOptions): ReviewSummary {
  const { seed, level = 0.95, confident } = options
  const { counts } = readReviewRows(rows)
  const calibrated = calibratedRows(rows)
  const points = calibrated.map(confidencePoint)
  const classification = classificationOf(rows, { level })
  const calibration = calibrationOf(points, { seed, level })
  const confidence = confidenceExtremes(rows, { rule: confident, level })
  const numbers = { rows: counts, classification, calibration, confidence }
  const steps = stepsOf(numbers, calibrated)
  return {
    seed,
    level,
    ...numbers,
    sufficientEvidence: ofSufficientEvidence(rows, options),
    riskCoverage: riskCoverage(points),
    recalibration: judgeRecalibrations(points, { seed, level }),
    approvalGrid: approvalGrid(rows),
    approvals: approvalsOf(rows, options),
    steps,
    warnings: reviewWarnings(rows, calibrated, { ...numbers, steps }),
  }
}

function confidencePoint({ confidence, right, caseId }: CalibratedRow): ConfidencePoint {
  return { confidence, right, cluster: caseId }
}

/** Reviewers without evidence must state a low confidence, which lowers every number but these. */
function ofSufficientEvidence(
  rows: readonly ReviewRow[],
  { seed, level = 0.95, confident }: ReviewSummaryOptions,
): ReviewSummary['sufficientEvidence'] {
  if (rows.every(({ evidenceStatus }) => evidenceStatus === undefined)) return null
  // Rows left out are marked as skipped, so that the others keep their indexes.
  const sufficient = rows.map((row) =>
    row.evidenceStatus === 'sufficient' ? row : { ...row, status: 'skipped' as const },
  )
  return {
    calibration: calibrationOf(calibratedRows(sufficient).map(confidencePoint), { seed, level }),
    confidence: confidenceExtremes(sufficient, { rule: confident, level }),
  }
}

function approvalsOf(
  rows: readonly ReviewRow[],
  { alpha = 0.05, delta = 0.05, approvedAlpha = alpha, dataHash }: ReviewSummaryOptions,
): Approval[] {
  const ladder = approvalLadder(approvalPoints(rows))
  return promises.map(([target, method]) =>
    certify(ladder, {
      target,
      method,
      alpha: target === 'bad-among-approved' ? approvedAlpha : alpha,
      delta,
      dataHash,
    }),
  )
}

const promises: readonly (readonly [ApprovalTarget, ApprovalMethod])[] = [
  ['miss-rate', 'clopper-pearson'],
  ['bad-among-approved', 'fixed-sequence'],
  ['bad-among-approved', 'sgr'],
  ['bad-and-approved', 'binomial'],
  ['bad-and-approved', 'conformal-risk-control'],
]

/** Rates the numbers by the guide values of RAPID's evaluation. */
function stepsOf(
  { classification, calibration, confidence }: Pick<ReviewSummary, 'classification' | 'calibration' | 'confidence'>,
  calibrated: readonly CalibratedRow[],
): ReviewSummary['steps'] {
  const { accuracy, recall, precision } = classification
  const canHaveCritical = calibrated.some(({ expected }) => expected === 'fail')
  return {
    accuracy: stepOf(accuracy, (share) => (share > 0.9 ? 'good' : 'fair')),
    recall: stepOf(recall, (share) => (share > 0.95 ? 'good' : share < 0.9 ? 'warning' : 'fair')),
    precision: stepOf(precision, (share) => (share > 0.8 ? 'good' : share < 0.7 ? 'warning' : 'fair')),
    ece: stepOf(calibration.ece, eceStep),
    criticalErrors: canHaveCritical ? (confidence.criticalErrors.length > 0 ? 'warning' : 'good') : null,
  }
}

/** An error of 0.2 is fair, even if rounding puts it slightly above. */
function eceStep(error: number): ReviewStep {
  if (error < 0.1 - rounding) return 'good'
  return error > 0.2 + rounding ? 'warning' : 'fair'
}

const rounding = 1e-9

function stepOf(measurement: Measurement, step: (value: number) => ReviewStep): ReviewStep | null {
  return measurement.status === 'measured' ? step(measurement.value) : null
}
