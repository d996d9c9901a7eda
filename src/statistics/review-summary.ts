import type {
  Approval,
  ApprovalMethod,
  ApprovalTarget,
  Calibration,
  Classification,
  ConfidenceExtremes,
  ConfidenceRule,
  Measurement,
  ReviewRowCounts,
  ReviewStep,
  ReviewSummary,
  ReviewWarning,
} from '../core/index.ts'
import { message } from '../core/index.ts'
import { approvalGrid } from './approval-grid.ts'
import { approvalLadder, approvalPoints } from './approval-ladder.ts'
import { certify } from './approval-threshold.ts'
import { calibrationOf } from './calibration.ts'
import { classify } from './classification.ts'
import type { ConfidencePoint } from './confidence-bins.ts'
import { confidenceExtremes } from './confidence-extremes.ts'
import { judgeRecalibrations } from './judge-recalibration.ts'
import type { CalibratedRow, ReviewRow } from './review-rows.ts'
import { calibratedRows, readReviewRows } from './review-rows.ts'
import { riskCoverage } from './risk-coverage.ts'

export type ReviewSummaryOptions = {
  readonly seed: number
  readonly level?: number
  /** From which confidence on a row is confident; above 0.85 unless told. */
  readonly confident?: ConfidenceRule
  /** Of the certificates, 0.05 each unless told; see `certifyApproval`. */
  readonly alpha?: number
  readonly delta?: number
  /** Of the labelled data, for the certificates. */
  readonly dataHash?: string
}

/** All numbers of a set of reviews in one serialisable object. It never throws for what agents or labels say. */
export function summariseReview(rows: readonly ReviewRow[], options: ReviewSummaryOptions): ReviewSummary {
  const { seed, level = 0.95, confident } = options
  const { counts } = readReviewRows(rows)
  const calibrated = calibratedRows(rows)
  const points = calibrated.map(confidencePoint)
  const classification = classify(rows, { level })
  const calibration = calibrationOf(points, { seed, level })
  const confidence = confidenceExtremes(rows, { rule: confident, level })
  const steps = {
    accuracy: stepOf(classification.accuracy, (share) => (share > 0.9 ? 'good' : 'fair')),
    recall: stepOf(classification.recall, (share) => (share > 0.95 ? 'good' : share < 0.9 ? 'warning' : 'fair')),
    precision: stepOf(classification.precision, (share) => (share > 0.8 ? 'good' : share < 0.7 ? 'warning' : 'fair')),
    ece: stepOf(calibration.ece, (error) => (error < 0.1 ? 'good' : error > 0.2 ? 'warning' : 'fair')),
    criticalErrors: criticalStep(classification, confidence),
  }
  return {
    seed,
    level,
    rows: counts,
    classification,
    calibration,
    confidence,
    sufficientEvidence: ofSufficientEvidence(rows, options),
    riskCoverage: riskCoverage(points),
    recalibration: judgeRecalibrations(points, { seed, level }),
    approvalGrid: approvalGrid(rows, { level }),
    approvals: approvalsOf(rows, options),
    steps,
    warnings: [
      ...warningsOfRows(rows, counts, classification),
      ...warningsOfRecall(classification, steps.recall),
      ...(steps.ece === 'warning' ? [eceWarning(calibration, calibrated)] : []),
      ...warningsOfCriticalErrors(confidence),
    ],
  }
}

function confidencePoint({ confidence, right, caseId }: CalibratedRow): ConfidencePoint {
  return { confidence, right, cluster: caseId }
}

/** A reviewer that may not decide without evidence has to state a low confidence, and is punished for it by all numbers but these. */
function ofSufficientEvidence(
  rows: readonly ReviewRow[],
  { seed, level = 0.95, confident }: ReviewSummaryOptions,
): ReviewSummary['sufficientEvidence'] {
  if (rows.every(({ evidenceStatus }) => evidenceStatus === undefined)) return null
  const sufficient = rows.flatMap((row) => (row.evidenceStatus === 'sufficient' ? [row] : []))
  return {
    calibration: calibrationOf(calibratedRows(sufficient).map(confidencePoint), { seed, level }),
    confidence: confidenceExtremes(sufficient, { rule: confident, level }),
  }
}

function approvalsOf(
  rows: readonly ReviewRow[],
  { alpha = 0.05, delta = 0.05, dataHash }: ReviewSummaryOptions,
): Approval[] {
  const ladder = approvalLadder(approvalPoints(rows))
  return promises.map(([target, method]) => certify(ladder, { target, method, alpha, delta, dataHash }))
}

const promises: readonly (readonly [ApprovalTarget, ApprovalMethod])[] = [
  ['miss-rate', 'clopper-pearson'],
  ['bad-among-approved', 'fixed-sequence'],
  ['bad-among-approved', 'sgr'],
  ['bad-and-approved', 'binomial'],
  ['bad-and-approved', 'conformal-risk-control'],
]

function stepOf(measurement: Measurement, step: (value: number) => ReviewStep): ReviewStep | null {
  return measurement.status === 'measured' ? step(measurement.value) : null
}

function criticalStep({ recall }: Classification, { criticalErrors }: ConfidenceExtremes): ReviewStep | null {
  if (criticalErrors.length > 0) return 'warning'
  return recall.status === 'measured' ? 'good' : null
}

function warningsOfRows(
  rows: readonly ReviewRow[],
  counts: ReviewRowCounts,
  { truePositives, falseNegatives }: Classification,
): ReviewWarning[] {
  const warnings: ReviewWarning[] = []
  const cases = new Set(rows.map(({ caseId }) => caseId)).size
  if (cases < fewCases) {
    const sentence = message('{cases} {cases|case is|cases are} too few: the intervals are what to look at', { cases })
    warnings.push({ code: 'few-cases', sentence })
  }
  const violations = truePositives + falseNegatives
  if (counts.scored > 0 && violations === 0) {
    warnings.push({ code: 'one-class', sentence: message('no case is a violation: recall cannot be told') })
  }
  if (counts.scored > 0 && violations === counts.scored) {
    warnings.push({ code: 'one-class', sentence: message('every case is a violation: false alarms cannot be told') })
  }
  const unscored = counts.total - counts.scored
  if (unscored > 0) {
    const sentence = message(
      '{unscored} of {total} {total|row|rows} could not be scored: {agentErrors} {agentErrors|agent error|agent errors}, {invalidOutputs} {invalidOutputs|unreadable answer|unreadable answers}, {invalidResults} without pass or fail, {invalidExpected} without a right answer, {skipped} skipped',
      {
        unscored,
        total: counts.total,
        agentErrors: counts.agentErrors,
        invalidOutputs: counts.invalidOutputs,
        invalidResults: counts.invalidResult,
        invalidExpected: counts.invalidExpected,
        skipped: counts.skipped,
      },
    )
    warnings.push({ code: 'unscored', sentence })
  }
  if (counts.invalidConfidence > 0) {
    const sentence = message('{count} of {scored} {scored|row has|rows have} no confidence from 0 to 1', {
      count: counts.invalidConfidence,
      scored: counts.scored,
    })
    warnings.push({ code: 'no-confidence', sentence })
  }
  return warnings
}

const fewCases = 10

function warningsOfRecall({ misses }: Classification, step: ReviewStep | null): ReviewWarning[] {
  if (step !== 'warning') return []
  const sentence = message('{count} {count|violation was|violations were} missed', { count: misses.length })
  return [{ code: 'low-recall', sentence, caseIds: firstNames(misses) }]
}

function warningsOfCriticalErrors({ criticalErrors }: ConfidenceExtremes): ReviewWarning[] {
  const count = criticalErrors.length
  if (count === 0) return []
  const sentence = message('{count} {count|violation was|violations were} passed with high confidence', { count })
  return [{ code: 'critical-errors', sentence, caseIds: firstNames(criticalErrors) }]
}

/** Names the bin that adds most to the error, and in it the rows that pull to that side. */
function eceWarning(calibration: Calibration, rows: readonly CalibratedRow[]): ReviewWarning {
  const [worst] = calibration.bins.toSorted((one, other) => other.n * other.gap - one.n * one.gap)
  const sentence = message(
    'confidence cannot be trusted: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right',
    {
      ece: calibration.ece.status === 'measured' ? calibration.ece.value.toFixed(3) : '–',
      share: worst === undefined ? '–' : ((worst.n * worst.gap) / calibration.n).toFixed(3),
      n: worst?.n ?? 0,
      confidence: worst?.meanConfidence.toFixed(2) ?? '–',
      right: worst === undefined ? 0 : Math.round(worst.n * worst.accuracy.value),
    },
  )
  if (worst === undefined) return { code: 'ece', sentence }
  const modest = worst.accuracy.value > worst.meanConfidence
  const pulling = rows
    .filter(({ confidence, right }) => right === modest && isIn(worst, confidence))
    .toSorted((one, other) => Math.abs(Number(modest) - other.confidence) - Math.abs(Number(modest) - one.confidence))
  return { code: 'ece', sentence, caseIds: firstNames(pulling) }
}

function isIn({ from, to }: Calibration['bins'][number], confidence: number): boolean {
  return confidence >= from && (confidence < to || to === 1)
}

/** A warning that names everything is read by nobody. */
function firstNames(rows: readonly { readonly caseId: string }[]): string[] {
  return [...new Set(rows.map(({ caseId }) => caseId))].slice(0, 5)
}
