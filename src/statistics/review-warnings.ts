import type {
  Calibration,
  Classification,
  ConfidenceExtremes,
  ReviewRowCounts,
  ReviewSummary,
  ReviewWarning,
} from './review-measures.ts'
import { type Message, message } from '../core/basics/message.ts'
import { binOf, defaultBins } from './calibration/confidence-bins.ts'
import type { CalibratedRow, ReviewRow } from './review-rows.ts'

/** Lists cautions about the numbers, with the cases to look at. */
export function reviewWarnings(
  rows: readonly ReviewRow[],
  calibrated: readonly CalibratedRow[],
  summary: Pick<ReviewSummary, 'rows' | 'classification' | 'calibration' | 'confidence' | 'steps'>,
): ReviewWarning[] {
  const { rows: counts, classification, calibration, confidence, steps } = summary
  return [
    ...warningsOfRows(rows, counts, classification),
    ...(steps.recall === 'warning' ? [recallWarning(classification)] : []),
    ...(steps.ece === 'warning' ? warningsOfEce(calibration, calibrated) : []),
    ...warningsOfCriticalErrors(confidence),
  ]
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
  warnings.push(...warningsOfUnscored(counts, rows))
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

function warningsOfUnscored(counts: ReviewRowCounts, rows: readonly ReviewRow[]): ReviewWarning[] {
  const { total } = counts
  const warning = (count: number, sentence: Message): ReviewWarning[] =>
    count === 0 ? [] : [{ code: 'unscored', sentence: { ...sentence, values: { count, total } } }]
  return [
    ...warning(counts.agentErrors, message('{count} of {total} {total|row|rows} not scored: the agent failed')),
    ...warning(
      counts.invalidOutputs,
      message('{count} of {total} {total|row|rows} not scored: the answer cannot be read'),
    ),
    ...warning(
      counts.invalidResult,
      message('{count} of {total} {total|row|rows} not scored: the answer is neither pass nor fail'),
    ),
    ...warning(
      counts.invalidExpected,
      message('{count} of {total} {total|row|rows} not scored: the label is neither pass nor fail'),
    ),
    ...warning(
      counts.declined ?? 0,
      message(
        '{count} of {total} {total|row|rows} not evaluated: the reviewer could not tell, and is counted neither way',
      ),
    ).map((one) => ({ ...one, caseIds: firstNames(rows.filter(({ status }) => status === 'declined')) })),
    ...warning(counts.skipped, message('{count} of {total} {total|row|rows} not scored: skipped')),
  ]
}

function recallWarning({ misses }: Classification): ReviewWarning {
  const sentence = message('{count} {count|violation was|violations were} missed', { count: misses.length })
  return { code: 'low-recall', sentence, caseIds: firstNames(misses) }
}

function warningsOfCriticalErrors({ criticalErrors }: ConfidenceExtremes): ReviewWarning[] {
  const count = criticalErrors.length
  if (count === 0) return []
  const sentence = message('{count} {count|violation was|violations were} passed with high confidence', { count })
  return [{ code: 'critical-errors', sentence, caseIds: firstNames(criticalErrors) }]
}

/** Names the bin that contributes most to the error, and its rows on that side. */
function warningsOfEce({ ece, bins, n }: Calibration, rows: readonly CalibratedRow[]): ReviewWarning[] {
  const [worst] = bins.toSorted((one, other) => other.n * other.gap - one.n * one.gap)
  if (worst === undefined || ece.status === 'undefined') return []
  const { bin, accuracy, meanConfidence } = worst
  const values = {
    ece: ece.value.toFixed(3),
    share: ((worst.n * worst.gap) / n).toFixed(3),
    n: worst.n,
    confidence: meanConfidence.toFixed(2),
    right: Math.round(worst.n * accuracy.value),
  }
  const modest = accuracy.value > meanConfidence
  const sentence = modest
    ? message(
        'confidence is too low: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right',
        values,
      )
    : message(
        'confidence is too high: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right',
        values,
      )
  const pulling = rows
    .filter(({ confidence, right }) => right === modest && binOf(confidence, defaultBins) === bin)
    .toSorted((one, other) => Math.abs(Number(modest) - other.confidence) - Math.abs(Number(modest) - one.confidence))
  return [{ code: 'ece', sentence, caseIds: firstNames(pulling) }]
}

/** Lists at most five distinct names: a longer list would not be read. */
function firstNames(rows: readonly { readonly caseId: string }[]): string[] {
  return [...new Set(rows.map(({ caseId }) => caseId))].slice(0, 5)
}
