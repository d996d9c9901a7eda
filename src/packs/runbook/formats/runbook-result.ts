import {
  type CaseResult,
  type Citation,
  type Run,
  type Score,
  judgedOf,
  responseTextOf,
  textOf,
  toEnglish,
} from '../../../core/index.ts'
import { type RunbookSummary, runbookOutcome } from '../runbook-summary.ts'
import { panelScoreOf } from '../panel-score.ts'
import { localTime } from '../../../formats/kit/local-time.ts'

export type RunbookResultInput = {
  readonly run: Run
  readonly endedAt: Date
  readonly summary: RunbookSummary
  readonly results: readonly CaseResult[]
}

const schemaVersion = 1

/**
 * Returns the content of a `judge_eval_….json`: first the keys of the requirement in its order, then additional ones.
 * Points are 0–100. As the requirement demands, a question without a score has 0 in all aspects; `evaluation.status`
 * says why, and the summary also has the mean without these zeros.
 */
export function toRunbookResult({ run, endedAt, summary, results }: RunbookResultInput): object {
  const aspects = aspectsOf(results)
  return {
    results: results.map((result) => questionResult(result, aspects)),
    summary: {
      total_questions: summary.total,
      passed_questions: summary.passed,
      pass_rate: summary.passShare,
      average_score: points(summary.mean),
      mvp_passed: summary.accepted,
      average_score_without_errors: summary.judgedMean === null ? null : points(summary.judgedMean),
      judge_errors: summary.judgeErrors,
      agent_errors: summary.agentErrors,
      not_evaluated: summary.notEvaluated,
      flags: summary.flags,
      rule: {
        pass_line: points(summary.rule.passLine),
        pass_rate: summary.rule.share,
        average_score: points(summary.rule.mean),
      },
    },
    schema_version: schemaVersion,
    timestamp: localTime(endedAt),
    run_id: run.plan.runId,
    target: run.plan.target.name,
    judge: run.plan.metrics.find(({ name }) => name === 'runbook_panel')?.judge,
    cost: run.summary?.cost,
    gate: run.summary?.gate,
  }
}

/** Returns the first three passages, cut to 200 characters each, as the requirement demands. */
function contextExcerpt(citations: readonly Citation[] = []): string {
  const excerpts = citations
    .slice(0, 3)
    .map(({ text }, index) => `[${index + 1}] ${Array.from(text).slice(0, 200).join('')}`)
  return excerpts.join('\n\n') || noContext
}

export const noContext = '（コンテキストなし）'

function questionResult(result: CaseResult, aspects: readonly string[]): object {
  const { evalCase, transcript } = result
  const { metadata = {} } = evalCase
  const last = transcript.invocations.at(-1)
  const flags = last?.flags ?? {}
  const comparison = result.scores.find(({ metric }) => metric === 'expected_flags')
  return {
    question_id: Number(evalCase.id),
    category: metadata['category'],
    question: textOf(evalCase.conversation?.[0]?.userContent) ?? '',
    answer: (last && responseTextOf(last)) ?? '',
    context: contextExcerpt(last?.citations),
    expected_keypoints: metadata['key_points'],
    flags: {
      insufficient_evidence: flags['insufficient_evidence'] ?? false,
      dangerous_operation: flags['dangerous_operation'] ?? false,
      ambiguous_query: flags['ambiguous_query'] ?? false,
    },
    evaluation: evaluation(result, aspects),
    expected_flags: metadata['expected_flags'],
    flags_right: comparison?.status === 'scored' ? comparison.passed : undefined,
    citations: last?.citations,
    usage: { input_tokens: result.cost.inputTokens, output_tokens: result.cost.outputTokens },
  }
}

function evaluation(result: CaseResult, aspects: readonly string[]): object {
  const { scores, cost, durationMs } = result
  const score = panelScoreOf(scores)
  const processingTime = Math.max(0, Math.round(durationMs - (cost.agentSeconds ?? 0) * 1000)) / 1000
  const more = { status: runbookOutcome(result), usage: cost.judge }
  if (score?.status === 'scored') {
    const rows = rowsOf(score)
    return {
      scores: Object.fromEntries(rows.map(({ name, value }) => [name, value === null ? null : points(value)])),
      average_score: points(score.value),
      rationale: Object.fromEntries(rows.map(({ name, reason }) => [name, reason])),
      overall_comment: score.comment ?? (score.reason === undefined ? '' : toEnglish(score.reason)),
      passed: score.passed,
      processing_time: processingTime,
      ...more,
      obtained: Object.fromEntries(rows.map(({ name, label }) => [name, label])),
    }
  }
  return {
    scores: Object.fromEntries(aspects.map((name) => [name, 0])),
    average_score: 0,
    rationale: Object.fromEntries(aspects.map((name) => [name, '評価エラー'])),
    overall_comment: '評価中にエラーが発生しました',
    passed: false,
    processing_time: processingTime,
    ...more,
    error: reasonOf(result, score),
    raw_replies:
      score === undefined ? [] : judgedOf(score).flatMap(({ samples }) => samples.map(({ reply }) => reply.raw)),
  }
}

function reasonOf({ transcript }: CaseResult, score: Score | undefined): string {
  if (transcript.failure !== undefined) return toEnglish(transcript.failure.reason)
  return score !== undefined && 'reason' in score && score.reason !== undefined ? toEnglish(score.reason) : ''
}

type AspectRow = {
  readonly name: string
  readonly value: number | null
  readonly label: string | undefined
  readonly reason: string
}

type RunbookResultScore = Extract<Score, { status: 'scored' }>

/** Names the aspects as in the file: in Japanese where the requirement has them, else by their own names. */
function rowsOf({ parts = [], evidence = [], reason }: RunbookResultScore): readonly AspectRow[] {
  const verdicts = evidence.find(({ kind }) => kind === 'verdicts')
  const rows = verdicts?.kind === 'verdicts' ? verdicts.rows : []
  // An answer that was scored without a judge, such as an empty one, has one reason for all aspects.
  const common = reason === undefined ? '' : toEnglish(reason)
  return parts.map(({ name: id, value }, index) => {
    const row = rows[index]
    const name = aspectNames[id] ?? row?.subject ?? id
    return { name, value, label: row?.label, reason: row === undefined ? common : (row.reason ?? '') }
  })
}

/** Returns the aspects that get a 0 when there is no score: those of this run, else of the requirement. */
function aspectsOf(results: readonly CaseResult[]): readonly string[] {
  for (const { scores } of results) {
    const score = panelScoreOf(scores)
    if (score?.status === 'scored') return rowsOf(score).map(({ name }) => name)
  }
  return Object.values(aspectNames)
}

const aspectNames: Readonly<Record<string, string>> = {
  groundedness: '根拠性',
  accuracy: '正確性',
  coverage: '網羅性',
  safety: '安全性',
  citations: '引用明示',
  brevity: '簡潔性',
}

/** Returns points from 0 to 100, rounded to 14 digits to remove floating-point noise. */
function points(value: number): number {
  return Number((value * 100).toPrecision(14))
}
