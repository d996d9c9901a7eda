import type { SQLOutputValue } from 'node:sqlite'
import type { CaseRecord, CaseResult, EvalCase, Invocation, RunEvent, Score, ScoredCase } from '../core/index.ts'
import { EvalError, message, parseJson, stringifyJson, verdictNow } from '../core/index.ts'

/** One event of a case as it is kept. */
export type CaseRow = {
  readonly position: number
  readonly repeat: number
  readonly type: string
  readonly body: string
}

/** All that is kept of one repeat of one case, in the order in which it happened. */
export type CaseRows = {
  readonly runId: string
  readonly position: number
  readonly repeat: number
  readonly rows: readonly CaseRow[]
}

export type CaseEvent = Extract<RunEvent, { position: number }>

/** What is kept when a case ends: only what its other events do not say. */
type CaseEnd = Pick<CaseResult, 'verdict' | 'cost' | 'durationMs'> &
  Omit<CaseResult['transcript'], 'invocations'> & { readonly caseId: string }

export function toRow(event: CaseEvent): CaseRow {
  return { position: event.position, repeat: event.repeat, type: event.type, body: stringifyJson(bodyOf(event)) }
}

export function rowFrom(columns: Record<string, SQLOutputValue>): CaseRow {
  const { position, repeat, type, body } = columns
  return { position: Number(position), repeat: Number(repeat), type: String(type), body: String(body) }
}

/**
 * `metrics` are the names of the run's metrics: scores arrive in the order in which judges answer, and are read in that of
 * the plan.
 *
 * @throws {EvalError} `store`, when a row is not readable
 */
export function recordFrom(kept: CaseRows, metrics: readonly string[]): CaseRecord {
  const { position, repeat } = kept
  const evalCase = bodies<EvalCase>(kept, 'case-start')[0]
  if (evalCase === undefined) throw notReadable(kept, 'case-start')
  const invocations = bodies<Invocation>(kept, 'invocation')
  const scores = scoresOf(kept, metrics)
  const end = endOf(kept)
  if (end === undefined) return { position, repeat, evalCase, invocations, scores, result: undefined }
  const { caseId: _, verdict: written, cost, durationMs, ...ending } = end
  const verdict = verdictNow(written, scores, ending.failure)
  const transcript = { invocations, ...ending }
  const result = { position, repeat, evalCase, transcript, scores, verdict, cost, durationMs }
  return { position, repeat, evalCase, invocations, scores, result }
}

/**
 * @returns undefined when the case has not ended
 * @throws {EvalError} `store`, when a row is not readable
 */
export function scoredCaseFrom(kept: CaseRows, metrics: readonly string[]): ScoredCase | undefined {
  const end = endOf(kept)
  if (end === undefined) return undefined
  const { caseId, cost, failure, ending } = end
  const { position, repeat } = kept
  const scores = scoresOf(kept, metrics)
  const verdict = verdictNow(end.verdict, scores, failure)
  return {
    position,
    repeat,
    caseId,
    scores,
    verdict,
    cost,
    ...(failure !== undefined && { failure }),
    ...(ending !== undefined && { ending }),
  }
}

function bodyOf(event: CaseEvent): unknown {
  switch (event.type) {
    case 'case-start':
      return event.evalCase
    case 'invocation':
      return event.invocation
    case 'scores':
    case 'case-reopened':
      return event.scores
    case 'case-end':
      return caseEnd(event.result)
  }
}

function caseEnd({ evalCase, transcript, verdict, cost, durationMs }: CaseResult): CaseEnd {
  const { invocations: _, ...ending } = transcript
  return { caseId: evalCase.id, verdict, ...ending, cost, durationMs }
}

function endOf(kept: CaseRows): CaseEnd | undefined {
  return bodies<CaseEnd>(kept, 'case-end')[0]
}

function scoresOf(kept: CaseRows, metrics: readonly string[]): Score[] {
  const scores = bodies<Score[]>(kept, 'scores').flat()
  return scores.toSorted((one, other) => metrics.indexOf(one.metric) - metrics.indexOf(other.metric))
}

function bodies<Body>(kept: CaseRows, type: CaseEvent['type']): Body[] {
  return kept.rows.flatMap((row) => (row.type === type ? [bodyFrom<Body>(kept, row)] : []))
}

function bodyFrom<Body>(kept: CaseRows, { type, body }: CaseRow): Body {
  try {
    // The cast: only `toRow` writes rows, from values of this type. A schema would cost ten times as much as the rest.
    return parseJson(body) as Body
  } catch (cause) {
    throw notReadable(kept, type, cause)
  }
}

function notReadable({ runId, position, repeat }: CaseRows, type: string, cause?: unknown): EvalError {
  return new EvalError(
    'store',
    message('run {run}: the {type} of the case at position {position}, repeat {repeat}, is not readable', {
      run: runId,
      type,
      position,
      repeat,
    }),
    { hint: message('The file was damaged or changed by another program. Evaluate the run anew.'), cause },
  )
}
