import {
  type Measurement,
  type Message,
  type MetricSummary,
  type ReportSection,
  type Run,
  message,
} from '../../../core/index.ts'
import { compact } from '../../../core/basics/compact.ts'
import { interval, percent, rateInterval, roundedUp } from '../../../reporters/number-format.ts'
import { oneLine } from '../../../reporters/visible-text.ts'
import { type Approval, type NamedRow, ReviewSummary } from '../../../statistics/review-measures.ts'

/** Reports the value of a set of reviews: accuracy, calibration, safe automation and explanations, in this order. */
export function reviewSections({ summary }: Run): readonly ReportSection[] {
  const review = ReviewSummary.parse(summary?.sets?.['review'])
  return [
    ...section(message('Accuracy metrics'), accuracyRows(review)),
    ...section(message('Confidence calibration (safety with people in the loop)'), calibrationRows(review)),
    ...section(message('Safe threshold for auto-approval'), thresholdRows(review)),
    ...section(message('Explanation quality (judged)'), explanationRows(summary?.metrics ?? [])),
    ...warningSections(review),
  ]
}

type ReviewSectionsRow = { readonly name?: Message; readonly number?: string; readonly meaning?: readonly Message[] }

function section(title: Message, rows: readonly ReviewSectionsRow[]): readonly ReportSection[] {
  if (rows.length === 0) return []
  const figures = rows.map(({ meaning = [], ...row }) => ({ ...row, meaning: [...meaning] }))
  return [{ title, isFramed: true, blocks: [{ kind: 'figures', rows: figures }] }]
}

function accuracyRows({ classification, rows }: ReviewSummary): readonly ReviewSectionsRow[] {
  const { truePositives, trueNegatives, misses, falseAlarms } = classification
  const right = truePositives + trueNegatives
  const share = message('{right}/{total} right', { right, total: rows.scored })
  return [
    rateRow(message('Accuracy'), classification.accuracy, [share]),
    starred(rateRow(message('Recall'), classification.recall, [foundOf(classification)])),
    rateRow(message('Precision'), classification.precision, [flaggedOf(classification)]),
    rateRow(message('Specificity'), classification.specificity, []),
    numberRow(message('F1 Score'), classification.f1, 2),
    countRow(message('False Negatives'), {
      of: rows.scored,
      count: misses.length,
      none: message('no violation was missed'),
      some: message('violations missed: {names}', { names: namesOf(misses) }),
    }),
    countRow(message('False Positives'), {
      of: rows.scored,
      count: falseAlarms.length,
      none: message('no false alarm'),
      some: message('false alarms: {names}', { names: namesOf(falseAlarms) }),
    }),
    ...unansweredRows(classification, rows),
    ...unscoredRows(rows),
  ]
}

/** Marks the most important measure: nobody sees the violations that it misses. */
function starred(row: ReviewSectionsRow): ReviewSectionsRow {
  return { ...row, number: `${row.number ?? ''} ⭐` }
}

function foundOf({ truePositives, falseNegatives }: ReviewSummary['classification']): Message {
  const total = truePositives + falseNegatives
  if (total > 0 && falseNegatives === 0) return message('all {total} violations found', { total })
  return message('{found} of {total} violations found', { found: truePositives, total })
}

function flaggedOf({ truePositives, falsePositives }: ReviewSummary['classification']): Message {
  const total = truePositives + falsePositives
  return message('{right} of {total} alarms right', { right: truePositives, total })
}

/** Without errors and invalid outputs this rate would repeat the accuracy. */
function unansweredRows(
  { accuracyWithErrors }: ReviewSummary['classification'],
  { agentErrors, invalidOutputs, invalidResult }: ReviewSummary['rows'],
): readonly ReviewSectionsRow[] {
  if (agentErrors + invalidOutputs + invalidResult === 0) return []
  return [rateRow(message('Accuracy, no answer counted as wrong'), accuracyWithErrors, [])]
}

function unscoredRows(rows: ReviewSummary['rows']): readonly ReviewSectionsRow[] {
  const kinds: readonly (readonly [number, Message])[] = [
    [rows.agentErrors, message('{count} agent {count|error|errors}', { count: rows.agentErrors })],
    [rows.invalidOutputs, message('{count} invalid {count|output|outputs}', { count: rows.invalidOutputs })],
    [rows.invalidResult, message('{count} without pass or fail', { count: rows.invalidResult })],
    [rows.invalidExpected, message('{count} without a label', { count: rows.invalidExpected })],
    [rows.declined ?? 0, message('{count} for a person: the reviewer could not tell', { count: rows.declined ?? 0 })],
    [rows.skipped, message('{count} skipped', { count: rows.skipped })],
  ]
  const found = kinds.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []))
  if (found.length === 0) return []
  return [{ name: message('Not scored'), number: String(rows.total - rows.scored), meaning: found }]
}

function calibrationRows({
  calibration,
  confidence,
  sufficientEvidence,
  rows,
  steps,
}: ReviewSummary): readonly ReviewSectionsRow[] {
  const { criticalErrors, high, rule: highRule } = confidence
  const highest = message('confidence {sign} {threshold}', {
    sign: highRule.inclusive ? '≥' : '>',
    threshold: highRule.threshold,
  })
  return compact<ReviewSectionsRow>([
    numberRow(message('ECE (calibration error)'), calibration.ece, 3, eceMeaning(steps.ece)),
    sufficientEvidence !== null &&
      numberRow(message('ECE where the evidence was sufficient'), sufficientEvidence.calibration.ece, 3),
    calibration.mce !== null && { name: message('Largest gap (MCE)'), number: calibration.mce.toFixed(3) },
    numberRow(message('Brier Score'), calibration.brier, 3),
    rateRow(message('Over-Confidence Rate'), confidence.overConfidenceRate, [
      message('{wrong} of {n} confident verdicts wrong', { wrong: high.n - high.right, n: high.n }),
    ]),
    rateRow(message('Under-Confidence Rate'), confidence.underConfidenceRate, []),
    criticalCount(rows.calibrated, criticalErrors.length, highest),
    ...criticalErrors.map(criticalRow),
    rows.invalidConfidence > 0 && {
      name: message('Without a confidence from 0 to 1'),
      number: String(rows.invalidConfidence),
      meaning: [message('left out of calibration')],
    },
  ])
}

function criticalCount(calibrated: number, count: number, highest: Message): ReviewSectionsRow {
  const name = message('Critical Errors (FN@HC)')
  if (calibrated === 0) return { name, number: '–', meaning: [message('no row has a confidence from 0 to 1')] }
  if (count === 0) return { name, number: '0', meaning: [message('no violation missed with high confidence'), highest] }
  const now = message('violations missed with high confidence: review them now')
  return { name, number: `${count} 🚨`, meaning: [now, highest] }
}

function criticalRow({ caseId, confidence, expected, result }: NamedRow): ReviewSectionsRow {
  const values = {
    case: oneLine(caseId, 200),
    confidence: confidence === null ? '–' : confidence.toFixed(2),
    expected,
    actual: result,
  }
  return {
    meaning: [message('🚨 {case}: expected {expected}, got {actual}, confidence {confidence}', values)],
  }
}

function eceMeaning(step: ReviewSummary['steps']['ece']): readonly Message[] {
  if (step === 'good') return [message('good: below 0.10')]
  if (step === 'fair') return [message('fair: 0.10 to 0.20')]
  if (step === 'warning') return [message('⚠️ above 0.20: do not trust the confidence')]
  return []
}

function thresholdRows({ approvalGrid, approvals, calibration }: ReviewSummary): readonly ReviewSectionsRow[] {
  if (calibration.n === 0) return []
  const { recommended } = approvalGrid.byRate
  const row = approvalGrid.rows.find(({ threshold }) => threshold === recommended)
  const grid = row && { accuracy: tight(row.accuracy, 1), errors: tight(row.errorRate, 1) }
  const simple: ReviewSectionsRow = {
    name: message('By the grid, no guarantee'),
    ...(row && { number: row.threshold.toFixed(2) }),
    meaning: [grid ? message('accuracy {accuracy} and errors {errors} above it', grid) : message('none')],
  }
  // The file has all methods; the miss rate is the one to use unless another was chosen in advance.
  const shown = approvals.filter(({ method }) => method === 'clopper-pearson' || method === 'fixed-sequence')
  return [simple, ...shown.map(approvalRow)]
}

function approvalRow(approval: Approval): ReviewSectionsRow {
  const values = { alpha: tight(approval.alpha), level: approval.delta === null ? '–' : tight(1 - approval.delta) }
  const name =
    approval.target === 'miss-rate'
      ? message('Certified, misses at most {alpha} ({level} sure)', values)
      : approval.target === 'bad-among-approved'
        ? message('Certified, errors among approved at most {alpha} ({level} sure)', values)
        : message('Certified, approved violations at most {alpha} of all', values)
  if (approval.status === 'refused') return { name, number: '–', meaning: [approval.reason] }
  return {
    name,
    number: roundedUp(approval.threshold, 3),
    meaning: [
      message('approves {coverage}, {missed} of {violations} violations missed, bound {upper}', {
        coverage: tight(approval.coverage),
        missed: approval.missed,
        violations: approval.violations,
        upper: roundedUp(approval.upper, 3),
      }),
    ],
  }
}

function explanationRows(metrics: readonly MetricSummary[]): readonly ReviewSectionsRow[] {
  const quality = metrics.find(({ metric }) => metric === 'explanation_quality')
  if (quality === undefined) return []
  const { mean, lowest, highest, failed, notEvaluated, error, judges = [] } = quality
  const missing = notEvaluated + error
  return [
    {
      name: message('Mean Score'),
      number: mean === null ? '–' : `${mean.value.toFixed(2)}/1.0`,
      meaning: mean === null ? [message('nothing was judged')] : [intervalOf(mean.level, interval(mean))],
    },
    ...(lowest === undefined ? [] : [{ name: message('Min Score'), number: lowest.toFixed(2) }]),
    ...(highest === undefined ? [] : [{ name: message('Max Score'), number: highest.toFixed(2) }]),
    { name: message('Low Quality Count'), number: String(failed), meaning: [message('below 0.5')] },
    ...(missing === 0 ? [] : [{ name: message('Not judged'), number: String(missing) }]),
    ...(judges.length === 0 ? [] : [{ name: message('Judge'), number: judges.join(', ') }]),
  ]
}

function warningSections({ warnings }: ReviewSummary): readonly ReportSection[] {
  if (warnings.length === 0) return []
  return [{ blocks: [{ kind: 'warnings', sentences: warnings.map(({ sentence }) => sentence) }] }]
}

function rateRow(name: Message, measurement: Measurement, meaning: readonly Message[]): ReviewSectionsRow {
  return measuredRow(name, measurement, meaning, (one) => [tight(one.value, 1), unspaced(rateInterval(one))])
}

function numberRow(
  name: Message,
  measurement: Measurement,
  digits: number,
  meaning: readonly Message[] = [],
): ReviewSectionsRow {
  return measuredRow(name, measurement, meaning, (one) => [one.value.toFixed(digits), interval(one)])
}

function measuredRow(
  name: Message,
  measurement: Measurement,
  meaning: readonly Message[],
  format: (measured: Extract<Measurement, { status: 'measured' }>) => readonly [value: string, interval: string],
): ReviewSectionsRow {
  if (measurement.status === 'undefined') return { name, number: '–', meaning: [measurement.reason] }
  const [number, ends] = format(measurement)
  return { name, number, meaning: [...meaning, intervalOf(measurement.level, ends)] }
}

type Count = { readonly of: number; readonly count: number; readonly none: Message; readonly some: Message }

function countRow(name: Message, { of, count, none, some }: Count): ReviewSectionsRow {
  if (of === 0) return { name, number: '–', meaning: [message('no row could be scored')] }
  return { name, number: String(count), meaning: [count === 0 ? none : some] }
}

function namesOf(rows: readonly NamedRow[]): string {
  // The result file lists all of them.
  const names = rows.slice(0, 20).map(({ caseId }) => oneLine(caseId, 80))
  return [...names, ...(rows.length > 20 ? ['…'] : [])].join(', ')
}

function intervalOf(level: number, ends: string): Message {
  return message('{level} interval {interval}', { level: tight(level), interval: ends })
}

/** Writes a percentage without a space, as in the reports of the reference: `100%`. */
function tight(share: number, digits = 0): string {
  return unspaced(percent(share, digits))
}

function unspaced(percentage: string): string {
  return percentage.replace(' ', '')
}
