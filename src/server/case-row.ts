import type { CaseRecord, CaseResult, EvalCase, Message, Score } from '../core/index.ts'
import { judgedOf, responseTextOf, textOf } from '../core/index.ts'
import type { CaseRow, ScoreCell } from './api.ts'
import { dollarsOf } from './run-row.ts'

/** A result with just what a table shows. `flaky` is known only beside the other repeats. */
export function toCaseRow({ position, repeat, evalCase, invocations, scores, result }: CaseRecord): CaseRow {
  const last = invocations.at(-1)
  const answer = last === undefined ? undefined : responseTextOf(last)
  return {
    position,
    repeat,
    caseId: evalCase.id,
    verdict: result?.verdict,
    category: categoryOf(evalCase),
    question: beginningOf(questionOf(evalCase)),
    answer: answer === undefined ? undefined : beginningOf(answer),
    ...(result !== undefined && trouble(result)),
    scores: scores.map(toCell),
    judgeDisagreed: scores.some((score) =>
      judgedOf(score).some(({ agreement }) => agreement !== null && agreement < 1),
    ),
    flaky: false,
    ...(result !== undefined && {
      dollars: dollarsOf(result.cost),
      tokens: tokensOf(result),
      durationMs: result.durationMs,
    }),
  }
}

function questionOf({ conversation, scenario, review }: EvalCase): string {
  if (review !== undefined) return `${review.checkName}: ${review.checkDescription}`
  return textOf(conversation?.[0]?.userContent) ?? scenario?.startingPrompt ?? ''
}

function categoryOf({ metadata }: EvalCase): string | undefined {
  const category = metadata?.['category']
  return typeof category === 'string' ? beginningOf(category) : undefined
}

const longestText = 160

/** Cut between characters, not inside of one. */
function beginningOf(text: string): string {
  const characters = Array.from(text.slice(0, 2 * longestText + 1))
  return characters.length <= longestText ? text : `${characters.slice(0, longestText).join('')}…`
}

function toCell(score: Score): ScoreCell {
  const { metric, status } = score
  if (status === 'scored') return { metric, status: score.passed ? 'passed' : 'failed', value: score.value }
  return status === 'measured' ? { metric, status, value: score.value } : { metric, status }
}

/** The first reason why a case did not pass: the agent first, then failures, then what nobody could evaluate. */
function trouble({ transcript, scores, verdict }: CaseResult): { reason?: Message; metric?: string } {
  if (verdict === 'passed') return {}
  if (transcript.failure !== undefined) return { reason: transcript.failure.reason }
  const first =
    scores.find((score) => score.status === 'scored' && !score.passed) ??
    scores.find(({ status }) => status === 'error') ??
    scores.find((score) => score.status === 'not-evaluated' && score.informational !== true)
  if (first === undefined) return {}
  return { metric: first.metric, ...('reason' in first && first.reason !== undefined && { reason: first.reason }) }
}

function tokensOf({ cost: { inputTokens, outputTokens } }: CaseResult): number | undefined {
  return inputTokens === undefined && outputTokens === undefined ? undefined : (inputTokens ?? 0) + (outputTokens ?? 0)
}
