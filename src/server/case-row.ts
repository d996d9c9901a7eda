import { z } from 'zod'
import {
  type CaseRecord,
  type CaseResult,
  type EvalCase,
  type Message,
  type Score,
  agentDollarsOf,
  judgedOf,
  responseTextOf,
  tagsOf,
  textOf,
  parsedJson,
} from '../core/index.ts'
import type { CaseRow, ScoreCell } from './api/runs.ts'
import { judgeDollarsOf } from './run-row.ts'

/** Makes a table row of a result. `flaky` is set later, when the other repeats are known. */
export function toCaseRow({ position, repeat, evalCase, invocations, scores, result }: CaseRecord): CaseRow {
  const last = invocations.at(-1)
  const answer = last === undefined ? undefined : answerOf(evalCase, responseTextOf(last))
  const expected = expectedOf(evalCase)
  return {
    position,
    repeat,
    caseId: evalCase.id,
    verdict: result?.verdict,
    ...factsOf(evalCase),
    question: beginningOf(questionOf(evalCase)),
    answer: answer === undefined ? undefined : beginningOf(answer),
    ...(expected !== undefined && { expected: beginningOf(expected) }),
    ...(result !== undefined && trouble(result)),
    scores: scores.map(toCell),
    judgeDisagreed: scores.some((score) =>
      judgedOf(score).some(({ agreement }) => agreement !== null && agreement < 1),
    ),
    flaky: false,
    ...(result !== undefined && {
      dollars: agentDollarsOf(result.cost),
      judgeDollars: judgeDollarsOf(result.cost),
      tokens: tokensOf(result),
      // The judges' time is not the agent's.
      ...(result.cost.agentSeconds !== undefined && { durationMs: result.cost.agentSeconds * 1000 }),
    }),
  }
}

/** Shows a reviewer's JSON answer as its result and explanation. */
function answerOf({ review }: EvalCase, text: string | undefined): string | undefined {
  if (review === undefined || text === undefined) return text
  const said = ReviewAnswer.safeParse(parsedJson(text))
  return said.success ? `${said.data.result}: ${said.data.explanation}` : text
}

const ReviewAnswer = z.object({ result: z.string(), explanation: z.string() })

function questionOf({ conversation, scenario, review }: EvalCase): string {
  if (review !== undefined) return `${review.checkName}: ${review.checkDescription}`
  return textOf(conversation?.[0]?.userContent) ?? scenario?.startingPrompt ?? ''
}

function expectedOf({ conversation, review }: EvalCase): string | undefined {
  const reference = conversation?.at(-1)
  return review?.expected ?? (reference && (responseTextOf(reference) || undefined))
}

function factsOf({ metadata = {} }: EvalCase): Pick<CaseRow, 'category' | 'tags' | 'metadata'> {
  const { category, tags: _tags, ...others } = metadata
  const tags = tagsOf(metadata).slice(0, mostFacts).map(beginningOf)
  const facts = Object.entries(others).flatMap(([key, value]) => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    return typeof text === 'string' && text !== '' && key !== '' && Math.max(key.length, text.length) <= longestFact
      ? [[key, text] as const]
      : []
  })
  return {
    category: typeof category === 'string' ? beginningOf(category) : undefined,
    ...(tags.length > 0 && { tags }),
    ...(facts.length > 0 && { metadata: Object.fromEntries(facts.slice(0, mostFacts)) }),
  }
}

const mostFacts = 20
const longestFact = 80

const longestText = 160

/** Cuts between characters, never inside a surrogate pair. */
function beginningOf(text: string): string {
  if (text.length <= longestText) return text
  let end = 0
  for (let count = 0; count < longestText; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return end >= text.length ? text : `${text.slice(0, end)}…`
}

function toCell(score: Score): ScoreCell {
  const { metric, status } = score
  switch (status) {
    case 'scored':
      return { metric, status: score.passed ? 'passed' : 'failed', value: score.value }
    case 'measured':
      return { metric, status, value: score.value, unit: score.unit }
    case 'error':
      return { metric, status: score.blame === 'agent' ? 'error' : 'broken' }
    default:
      return { metric, status: score.informational === true ? 'not-applicable' : status }
  }
}

/** Returns the first reason why a case did not pass: agent failures first, then failed metrics, then those not evaluated. */
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
