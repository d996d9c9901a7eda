import type { Measurement } from '../../src/core/index.ts'
import type { ApprovalGrid, ConfidenceExtremes, ConfidenceRule } from '../../src/statistics/review-measures.ts'
import { type ReviewRow, confidenceExtremes, confidenceRules, summariseReview } from '../../src/statistics/index.ts'

/** The rows of one vector through the summary of a set of reviews, put into the vector's words. */
export const calibrationOperations: Readonly<Record<string, (input: never) => unknown>> = {
  calibration: ({ rows: given }: { rows: readonly GivenRow[] }) => {
    const rows = given.map(rowFrom)
    const { rows: counts, classification, calibration, confidence, approvalGrid } = summariseReview(rows, { seed: 1 })
    const compat = confidenceExtremes(rows, { rule: confidenceRules['rapid-compat'] })
    return {
      rows_total: counts.total,
      rows_scored: counts.scored,
      rows_invalid_label: counts.invalidExpected + counts.invalidResult,
      rows_calibrated: counts.calibrated,
      rows_invalid_confidence: counts.invalidConfidence,
      counts: {
        tp: classification.truePositives,
        tn: classification.trueNegatives,
        fp: classification.falsePositives,
        fn: classification.falseNegatives,
      },
      confusion_matrix: classification.matrix,
      accuracy: valueOf(classification.accuracy),
      precision: valueOf(classification.precision),
      recall: valueOf(classification.recall),
      specificity: valueOf(classification.specificity),
      f1: valueOf(classification.f1),
      miss_rate: valueOf(classification.missRate),
      false_alarm_rate: valueOf(classification.falseAlarmRate),
      fn_share_of_all: valueOf(classification.missShare),
      fp_share_of_all: valueOf(classification.falseAlarmShare),
      zero_division_0: classification.zeroForUndefined,
      reliability_bins: calibration.bins.map(({ bin, n, accuracy, meanConfidence, gap }) => ({
        bin,
        n,
        accuracy: accuracy.value,
        mean_confidence: meanConfidence,
        gap,
      })),
      ece: valueOf(calibration.ece),
      ece_mean_over_nonempty_bins: calibration.unweightedEce,
      ece_formula_as_printed_M10: calibration.printedEce,
      mce: calibration.mce,
      brier: valueOf(calibration.brier),
      auroc_confidence_vs_correct: valueOf(calibration.auroc),
      high_confidence: highConfidence(confidence),
      high_confidence_compat: highConfidence(compat),
      low_confidence: {
        rule: 'confidence < 0.5',
        n: confidence.low.n,
        correct: confidence.low.right,
        under_confidence_rate: valueOf(confidence.underConfidenceRate),
      },
      critical_errors: criticalErrors(confidence),
      critical_errors_compat: criticalErrors(compat),
      safe_threshold_rapid: safeByRate(approvalGrid),
      safe_threshold_bound: safeByBound(approvalGrid),
    }
  },
}

type GivenRow = Readonly<Record<'expected' | 'result' | 'confidence', unknown>>

/** JSON cannot write these numbers, so the vectors do it in words; any other text really is one. */
const numbersInWords = new Map<unknown, number>([
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
])

function rowFrom({ expected, result, confidence }: GivenRow, index: number): ReviewRow {
  return { caseId: `row ${index}`, expected, result, confidence: numbersInWords.get(confidence) ?? confidence }
}

function valueOf(measurement: Measurement): number | null {
  return measurement.status === 'measured' ? measurement.value : null
}

function ruleText({ threshold, inclusive }: ConfidenceRule): string {
  return `confidence ${inclusive ? '>=' : '>'} ${threshold}`
}

function highConfidence({ rule, high, overConfidenceRate }: ConfidenceExtremes): unknown {
  return { rule: ruleText(rule), n: high.n, correct: high.right, over_confidence_rate: valueOf(overConfidenceRate) }
}

function criticalErrors({ rule, criticalErrors: rows }: ConfidenceExtremes): unknown {
  return {
    rule: `expected fail, got pass, ${ruleText(rule)}`,
    count: rows.length,
    row_indexes: rows.map(({ index }) => index),
  }
}

function safeByRate({ rows, byRate }: ApprovalGrid): unknown {
  return {
    analysis: rows.map(({ threshold, accuracy, errorRate, n }) => ({
      threshold,
      accuracy,
      false_negative_rate: errorRate,
      predictions_count: n,
    })),
    recommended: byRate.recommended,
  }
}

function safeByBound({ rows, byBound }: ApprovalGrid): unknown {
  return {
    rule: 'lowest grid value whose one-sided 95% Clopper-Pearson upper bound on the error rate is <= 0.05',
    analysis: rows.map(({ threshold, n, coverage, errors, misses, upper }) => ({
      threshold,
      n,
      coverage,
      errors,
      false_negatives: misses,
      error_upper_95: upper,
    })),
    recommended: byBound.recommended,
  }
}
