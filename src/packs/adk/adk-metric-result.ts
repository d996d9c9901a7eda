import type { RunPlan, Score, ScorePart, Usage } from '../../core/index.ts'
import type { AdkMetricResult } from './adk-result-shape.ts'
import { adkTokenUsage } from '../../formats/wire/adk-usage.ts'
import { readForeign } from '../../formats/kit/foreign-value.ts'
import type { Rationales } from './rubric-rationales.ts'

export function caseMetricResult(score: Score, plan: RunPlan, rationales?: Rationales): AdkMetricResult {
  const result = caseResult(score, plan)
  return rationales === undefined ? result : withRationales(result, rationales.inCase)
}

function caseResult(score: Score, plan: RunPlan): AdkMetricResult {
  const common = commonFields(score.metric, plan)
  if (score.status === 'scored') {
    const status = score.passed ? 'PASSED' : 'FAILED'
    return { ...common, threshold: score.threshold ?? null, score: score.value, status, details: detailsOf(score) }
  }
  if (score.status === 'measured') {
    return { ...common, score: score.value, status: 'INFORMATIONAL', details: detailsOf(score) }
  }
  // ADK calls a score informational also when nothing was reported, and a broken metric not evaluated.
  const isInformational = score.status === 'not-evaluated' && score.informational === true
  const status = isInformational ? 'INFORMATIONAL' : 'NOT_EVALUATED'
  return { ...common, score: null, status, details: score.status === 'error' ? noDetails : detailsOf(score) }
}

/** Writes the score of one turn. As in ADK, no turn counts as evaluated when the case was not. */
export function turnMetricResult(score: Score, index: number, plan: RunPlan, rationales?: Rationales): AdkMetricResult {
  const result = turnResult(score, index, plan)
  return rationales === undefined ? result : withRationales(result, (id) => rationales.inTurn(index, id))
}

function withRationales(result: AdkMetricResult, rationaleOf: (id: string) => string | null): AdkMetricResult {
  const { rubricScores, ...details } = result.details
  if (rubricScores === null) return result
  const scores = rubricScores.map((rubric) => ({ ...rubric, rationale: rationaleOf(rubric.rubricId) }))
  return { ...result, details: { ...details, rubricScores: scores } }
}

function turnResult(score: Score, index: number, plan: RunPlan): AdkMetricResult {
  const whole = caseResult(score, plan)
  const turn = score.status === 'error' || score.status === 'not-evaluated' ? undefined : score.invocations?.[index]
  const details = turn === undefined ? noDetails : detailsOf({ metric: score.metric, parts: turn.parts })
  if (turn === undefined || turn.status === 'not-evaluated') {
    const status = whole.status === 'INFORMATIONAL' ? 'INFORMATIONAL' : 'NOT_EVALUATED'
    return { ...whole, score: null, status, details }
  }
  if (turn.status === 'measured') return { ...whole, score: turn.value, status: 'INFORMATIONAL', details }
  return { ...whole, score: turn.value, status: turn.passed ? 'PASSED' : 'FAILED', details }
}

const noDetails: AdkMetricResult['details'] = { rubricScores: null }

function commonFields(metric: string, { metrics }: RunPlan) {
  const planned = metrics.find(({ name }) => name === metric)
  const threshold = planned?.threshold ?? null
  // ADK reads no criterion without a threshold.
  const criterion = threshold === null ? null : { threshold, ...planned?.options }
  return { metricName: metric, threshold, criterion, customFunctionPath: null }
}

function detailsOf({ metric, parts }: { metric: string; parts?: readonly ScorePart[] | undefined }) {
  if (parts === undefined || parts.length === 0) return noDetails
  if (metric === 'token_usage_v1') return { rubricScores: null, tokens: tokensOf(parts) }
  if (!metric.startsWith('rubric_based_')) return noDetails
  return { rubricScores: parts.map(({ name, value }) => ({ rubricId: name, rationale: null, score: value })) }
}

function tokensOf(parts: readonly ScorePart[]): Usage {
  const counters = Object.fromEntries(parts.map(({ name, value }) => [name, value]))
  return readForeign(adkTokenUsage, counters, { file: 'token usage' })
}
