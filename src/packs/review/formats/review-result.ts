import {
  type CaseResult,
  type Measurement,
  type Message,
  type Review,
  type ReviewCase,
  type Run,
  type Score,
  type Transcript,
  type UndecidedReview,
  toEnglish,
} from '../../../core/index.ts'
import type { NamedRow, ReviewSummary } from '../../../statistics/review-measures.ts'
import { localTime } from '../../../formats/kit/local-time.ts'
import { judgedVerdictIn } from '../judged-verdict.ts'
import { toReviewInput } from './review-suite.ts'

type Declined = { readonly reason: Message; readonly review: UndecidedReview; readonly unreadPages: string }

type ReviewedResult = {
  readonly result: CaseResult
  readonly review: Review | undefined
  readonly declined?: Declined | undefined
  readonly warnings?: readonly string[]
}

/** The newest schema version that can be read; files without one are from older programs. */
const schemaVersion = 1

export type ReviewResultInput = {
  readonly run: Run
  readonly experiment: string
  readonly endedAt: Date
  readonly summary: ReviewSummary
  readonly results: readonly ReviewedResult[]
}

/**
 * Writes a `results_….json` with every key that programs know from the reference, and further ones. Rates are 0–1, and
 * null where there is nothing to divide by; `zero_division_0` has the zeros that older programs expect there.
 */
export function toReviewResult({ run, experiment, endedAt, summary, results }: ReviewResultInput): object {
  // Metrics without a threshold measure quantities, which are reported elsewhere.
  const judging = new Set(run.plan.metrics.flatMap(({ name, threshold }) => (threshold === undefined ? [] : [name])))
  const declined = results.filter((one) => one.declined !== undefined).length
  const failed = results.filter(({ review }) => review === undefined).length - declined
  return {
    schema_version: schemaVersion,
    experiment_type: experiment,
    timestamp: localTime(endedAt),
    run_id: run.plan.runId,
    target: run.plan.target.name,
    cost: run.summary?.cost,
    total_cases: results.length,
    successful_cases: results.length - failed - declined,
    failed_cases: failed,
    ...(declined > 0 && { not_evaluated_cases: declined }),
    case_results: results.flatMap((one) => {
      const task = one.result.evalCase.review
      return task === undefined ? [] : [caseResult(one, task, { summary, judging, model: run.plan.target.models?.[0] })]
    }),
    aggregated_metrics: {
      AccuracyEvaluator: accuracyBlock(summary),
      ConfidenceCalibrationEvaluator: calibrationBlock(summary),
      ...outputBlock(results),
    },
    summary,
    gate: run.summary?.gate,
  }
}

type ReviewResultAbout = {
  readonly summary: ReviewSummary
  readonly judging: ReadonlySet<string>
  readonly model: string | undefined
}

function caseResult(
  { result, review, declined, warnings = [] }: ReviewedResult,
  task: ReviewCase,
  { summary, judging, model }: ReviewResultAbout,
): object {
  const { evalCase, transcript, scores, verdict, cost, durationMs } = result
  const { rule } = summary.confidence
  const judged = scores.filter(({ metric, status }) => status === 'scored' || judging.has(metric))
  return {
    case_name: evalCase.id,
    status: declined === undefined ? statusOf(result, review) : 'not_evaluated',
    ...(declined !== undefined && { needs_person: true, reason: toEnglish(declined.reason) }),
    ...(warnings.length > 0 && { warnings }),
    input: {
      ...(JSON.parse(toReviewInput(task)) as object),
      document_paths: task.documents,
      fixtures_dir: task.folder,
    },
    expected_output: { result: task.expected },
    agent_output:
      declined === undefined ? outputOf(result, review, model) : declinedOutput(declined, metaOf(result, model)),
    ...(transcript.failure !== undefined && { error: toEnglish(transcript.failure.reason) }),
    evaluations: Object.assign({}, ...judged.map((score) => evaluations(score, rule))) as object,
    verdict,
    usage: { input_tokens: cost.inputTokens, output_tokens: cost.outputTokens, dollars: dollarsOf(transcript) },
    judge: cost.judge,
    duration_seconds: durationMs / 1000,
  }
}

function outputOf(result: CaseResult, review: Review | undefined, model: string | undefined): object | null {
  return review === undefined ? null : agentOutput(review, metaOf(result, model))
}

/** Writes an output that reads back as the same review. */
function declinedOutput({ review, unreadPages }: Declined, seen: object): object {
  return { ...agentOutput(review, seen), ...(unreadPages !== '' && { unread_pages: unreadPages }) }
}

function statusOf({ transcript }: CaseResult, review: Review | undefined): string {
  if (transcript.failure !== undefined) return 'agent_error'
  return review === undefined ? 'invalid_output' : 'ok'
}

/** Adds the recorded figures; whatever else the reviewer says about itself stays unchanged. */
function metaOf({ transcript, cost }: CaseResult, model: string | undefined): object {
  const seen = {
    model_id: model,
    input_tokens: cost.inputTokens,
    output_tokens: cost.outputTokens,
    total_cost: dollarsOf(transcript),
    duration_seconds: cost.agentSeconds,
  }
  return Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined))
}

function dollarsOf({ invocations }: Transcript): number | undefined {
  const known = invocations.flatMap(({ dollars }) => dollars ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, dollars) => sum + dollars, 0)
}

function agentOutput(review: Review | UndecidedReview, seen: object): object {
  return {
    result: review.result,
    confidence: 'confidence' in review ? (review.confidence ?? null) : null,
    explanation: review.explanation,
    short_explanation: review.shortExplanation,
    evidence_status: review.evidenceStatus,
    page_number: review.pageNumber,
    citations: review.citations,
    used_image_indexes: review.usedImageIndexes,
    bounding_boxes: review.boundingBoxes,
    tool_usage: review.sources,
    review_meta: { ...review.meta, ...seen },
  }
}

type ReviewResultRule = ReviewSummary['confidence']['rule']

function evaluations(score: Score, rule: ReviewResultRule): Record<string, object> {
  if (score.metric === 'verdict_match') return verdictEvaluations(score, rule)
  if (score.status === 'measured') return {}
  const name = score.metric === 'explanation_quality' ? 'OutputEvaluator' : score.metric
  if (score.status !== 'scored')
    return { [name]: { score: null, pass: null, status: score.status, details: toEnglish(score.reason) } }
  const details = score.reason === undefined ? '' : toEnglish(score.reason)
  return { [name]: { score: score.value, details, pass: score.passed, parts: score.parts } }
}

function verdictEvaluations(score: Score, rule: ReviewResultRule): Record<string, object> {
  const verdict =
    score.status === 'scored' ? score.evidence?.flatMap((one) => judgedVerdictIn(one) ?? [])[0] : undefined
  if (verdict === undefined) {
    const details = 'reason' in score && score.reason !== undefined ? toEnglish(score.reason) : ''
    return { AccuracyEvaluator: { score: null, details, pass: null, status: score.status } }
  }
  const { expected, result, confidence } = verdict
  const right = expected === result
  const accuracy = [
    `expected=${expected}`,
    `actual=${result}`,
    ...(confidence === undefined ? [] : [`confidence=${confidence.toFixed(3)}`]),
    ...(right ? [] : [`error=${expected === 'fail' ? 'false_negative' : 'false_positive'}`]),
  ]
  return {
    AccuracyEvaluator: { score: right ? 1 : 0, details: accuracy.join('|'), pass: right },
    ...(confidence !== undefined && {
      ConfidenceCalibrationEvaluator: calibrationEvaluation({ expected, right, confidence }, rule),
    }),
  }
}

function calibrationEvaluation(
  { expected, right, confidence }: { expected: string; right: boolean; confidence: number },
  { threshold, inclusive }: ReviewResultRule,
): object {
  const high = inclusive ? confidence >= threshold : confidence > threshold
  const overConfident = high && !right
  const details = [
    `confidence=${confidence.toFixed(3)}`,
    `correct=${right ? 1 : 0}`,
    `high_conf=${high ? 1 : 0}`,
    ...(overConfident ? ['over_confident=1'] : []),
    ...(overConfident && expected === 'fail' ? ['critical_error=1', 'fn_high_conf=1'] : []),
  ]
  return { score: right ? 1 : overConfident ? 0 : 0.5, details: details.join('|'), pass: !overConfident }
}

function accuracyBlock({ classification }: ReviewSummary): object {
  const { misses, falseAlarms, matrix } = classification
  return {
    accuracy: valueOf(classification.accuracy),
    accuracy_with_errors: valueOf(classification.accuracyWithErrors),
    precision: valueOf(classification.precision),
    recall: valueOf(classification.recall),
    f1_score: valueOf(classification.f1),
    specificity: valueOf(classification.specificity),
    miss_rate: valueOf(classification.missRate),
    false_alarm_rate: valueOf(classification.falseAlarmRate),
    zero_division_0: classification.zeroForUndefined,
    confusion_matrix: matrix,
    false_negative_rate: valueOf(classification.missShare),
    false_positive_rate: valueOf(classification.falseAlarmShare),
    false_negative_count: misses.length,
    false_positive_count: falseAlarms.length,
    false_negative_cases: misses.map(namedCase),
    false_positive_cases: falseAlarms.map(namedCase),
    total_cases: matrix.flat().reduce((sum, count) => sum + count, 0),
  }
}

function calibrationBlock({ calibration, confidence, approvalGrid, approvals }: ReviewSummary): object {
  const { high, low, criticalErrors } = confidence
  const { rows, byRate } = approvalGrid
  const analysis = rows.map(({ threshold, accuracy, errorRate, n }) => ({
    threshold,
    accuracy,
    false_negative_rate: errorRate,
    predictions_count: n,
  }))
  return {
    ece: valueOf(calibration.ece),
    mce: calibration.mce,
    brier_score: valueOf(calibration.brier),
    over_confidence_rate: valueOf(confidence.overConfidenceRate),
    under_confidence_rate: valueOf(confidence.underConfidenceRate),
    high_confidence_predictions: high.n,
    high_confidence_correct: high.right,
    low_confidence_predictions: low.n,
    low_confidence_correct: low.right,
    critical_errors: criticalErrors.map(namedCase),
    critical_error_count: criticalErrors.length,
    safe_operating_threshold: {
      guarantee: 'none',
      thresholds_analysis: analysis,
      recommended: analysis.find(({ threshold }) => threshold === byRate.recommended) ?? null,
    },
    certified_thresholds: approvals,
    total_cases: calibration.n,
  }
}

/** Left out where explanations were not judged. */
function outputBlock(results: readonly ReviewedResult[]): object {
  const rows = results.flatMap(({ result }, index) =>
    result.scores.flatMap((score) =>
      score.metric === 'explanation_quality' ? [{ index, name: result.evalCase.id, score }] : [],
    ),
  )
  if (rows.length === 0) return {}
  const scored = rows.flatMap(({ score, ...row }) => (score.status === 'scored' ? [{ ...row, score }] : []))
  const values = scored.map(({ score }) => score.value)
  const low = scored.filter(({ score }) => score.value < 0.5)
  return {
    OutputEvaluator: {
      mean_score: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
      min_score: values.length === 0 ? null : Math.min(...values),
      max_score: values.length === 0 ? null : Math.max(...values),
      low_quality_count: low.length,
      low_quality_cases: low.map(({ index, name, score }) => ({
        case_index: index,
        case_name: name,
        score: score.value,
        test_pass: score.passed,
      })),
      not_evaluated_count: rows.length - scored.length,
      total_cases: scored.length,
    },
  }
}

function namedCase({ index, caseId, expected, result, confidence }: NamedRow): object {
  return { case_index: index, case_name: caseId, confidence, expected, actual: result }
}

function valueOf(measurement: Measurement): number | null {
  return measurement.status === 'measured' ? measurement.value : null
}
