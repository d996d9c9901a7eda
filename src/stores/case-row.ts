import { isObject } from '../core/basics/is-object.ts'
import {
  type CaseRecord,
  type CaseResult,
  type EvalCase,
  type EvidenceCounts,
  type Invocation,
  type Message,
  type RunEvent,
  type Score,
  type ScoredCase,
  EvalError,
  evidenceCountsOf,
  message,
  parseJson,
  stringifyJson,
  Verdict,
  verdictNow,
} from '../core/index.ts'
import { type KeptScore, keptScore, scoreFrom } from './score-rows.ts'
import { unlessDamaged } from './store-rows.ts'

export type CaseEventRow = {
  readonly position: number
  readonly repeat: number
  readonly type: string
  readonly body: string
}

/** All stored events of one repeat of one case, in the order in which they happened. */
export type CaseEventRows = {
  readonly runId: string
  readonly position: number
  readonly repeat: number
  readonly rows: readonly CaseEventRow[]
}

export type CaseEvent = Extract<RunEvent, { position: number }>

type InvocationSteps = NonNullable<Invocation['steps']>
type ListedSteps = Extract<InvocationSteps, { form: 'lists' }>

/** An exchange as stored: empty lists of steps, which most are, are left out. */
type KeptInvocation = Omit<Invocation, 'steps'> & {
  readonly steps?:
    | Exclude<InvocationSteps, ListedSteps>
    | (Pick<ListedSteps, 'form'> & Partial<ListedSteps>)
    | undefined
}

type KeptCase = Omit<EvalCase, 'conversation'> & {
  readonly conversation?: readonly KeptInvocation[] | undefined
}

/** The stored end of a case, without what its other events contain. */
type CaseEnd = Pick<CaseResult, 'verdict' | 'cost' | 'durationMs'> &
  Omit<CaseResult['transcript'], 'invocations'> & { readonly caseId: string; readonly evidence?: KeptEvidence }

/** Evidence counts as stored: empty counts, which most are, are left out. */
type KeptEvidence = Pick<EvidenceCounts, 'exchanges'> & Partial<EvidenceCounts>

export function toRow(event: CaseEvent): CaseEventRow {
  return { position: event.position, repeat: event.repeat, type: event.type, body: stringifyJson(bodyOf(event)) }
}

export function rowFrom(columns: Readonly<Record<string, unknown>>): CaseEventRow {
  const { position, repeat, type, body } = columns
  return { position: Number(position), repeat: Number(repeat), type: String(type), body: String(body) }
}

/**
 * Assembles a record. `metrics` are the names of the run's metrics: scores arrive in the order in which judges answer
 * and are sorted into the order of the plan.
 *
 * @returns undefined for a damaged case that has not ended: it is played anew when the run is resumed
 */
export function recordFrom(kept: CaseEventRows, metrics: readonly string[]): CaseRecord | undefined {
  const record = unlessDamaged(() => wholeRecord(kept, metrics))
  if (!(record instanceof EvalError)) return record
  return hasEnded(kept) ? damagedRecord(kept, metrics, record.sentence) : undefined
}

function wholeRecord(kept: CaseEventRows, metrics: readonly string[]): CaseRecord {
  const { position, repeat } = kept
  const keptStart = bodies<KeptCase>(kept, 'case-start')[0]
  if (keptStart === undefined) throw notReadable(kept, 'case-start')
  const evalCase = caseFrom(keptStart)
  const completed = bodies<KeptInvocation[]>(kept, 'completed').at(-1)
  const invocations = (completed ?? bodies<KeptInvocation>(kept, 'invocation')).map(invocationFrom)
  const scores = scoresOf(kept, metrics)
  const end = endOf(kept)
  if (end === undefined) {
    const awaiting = completed === undefined && kept.rows.some(({ type }) => type === 'awaiting')
    return { position, repeat, evalCase, invocations, scores, result: undefined, ...(awaiting && { awaiting }) }
  }
  const { caseId: _, verdict: written, cost, durationMs, evidence: _counted, ...ending } = end
  const verdict = verdictNow(written, scores, ending.failure)
  const transcript = { invocations, ...ending }
  const result = { position, repeat, evalCase, transcript, scores, verdict, cost, durationMs }
  return { position, repeat, evalCase, invocations, scores, result }
}

/** Builds a record from the readable rows of a damaged case; its verdict is `not-evaluated`. */
function damagedRecord(kept: CaseEventRows, metrics: readonly string[], reason: Message): CaseRecord {
  const { position, repeat } = kept
  const evalCase = caseFrom(readableBodies<KeptCase>(kept, 'case-start')[0] ?? { id: damagedId(kept) })
  const completed = readableBodies<KeptInvocation[]>(kept, 'completed').at(-1)
  const invocations = (completed ?? readableBodies<KeptInvocation>(kept, 'invocation')).map(invocationFrom)
  const scores = metrics.map((metric) => ({ status: 'not-evaluated' as const, metric, reason }))
  const { cost = {}, durationMs = 0 } = readableBodies<CaseEnd>(kept, 'case-end')[0] ?? {}
  const transcript = { invocations }
  const result = { position, repeat, evalCase, transcript, scores, verdict: 'not-evaluated' as const, cost, durationMs }
  return { position, repeat, evalCase, invocations, scores, result }
}

function hasEnded({ rows }: CaseEventRows): boolean {
  return rows.some(({ type }) => type === 'case-end')
}

function damagedId(kept: CaseEventRows): string {
  const [end] = readableBodies<CaseEnd>(kept, 'case-end')
  const [start] = readableBodies<KeptCase>(kept, 'case-start')
  return start?.id ?? end?.caseId ?? `position-${kept.position}`
}

/**
 * @returns undefined when the case has not ended
 * @throws {EvalError} `store` when a row is not readable; `scoredFrom` then returns it as not evaluated
 */
export function scoredCaseFrom(kept: CaseEventRows, metrics: readonly string[]): ScoredCase | undefined {
  let end: CaseEnd | undefined
  const read: Score[] = []
  for (const row of kept.rows) {
    // `bodyFrom` has checked the values that are cast here.
    const body = bodyFrom<unknown>(kept, row)
    if (row.type === 'case-end') end ??= body as CaseEnd
    if (row.type === 'scores') for (const score of body as KeptScore[]) read.push(scoreFrom(score))
  }
  if (end === undefined) return undefined
  const { caseId, cost, failure, ending, evidence } = end
  const scores = inOrderOf(metrics, read)
  const verdict = verdictNow(end.verdict, scores, failure)
  const scored = scoredAt(kept, { caseId, scores, verdict, cost }, { failure, ending })
  return evidence === undefined ? scored : { ...scored, evidence: { ...noEvidence, ...evidence } }
}

export function scoredFrom({ result }: CaseRecord): ScoredCase | undefined {
  if (result === undefined) return undefined
  const { evalCase, scores, verdict, cost, transcript } = result
  const scored = { caseId: evalCase.id, scores, verdict, cost, evidence: evidenceCountsOf(transcript.invocations) }
  return scoredAt(result, scored, transcript)
}

type RepeatPlace = Pick<CaseEventRow, 'position' | 'repeat'>

function scoredAt(
  { position, repeat }: RepeatPlace,
  scored: Omit<ScoredCase, keyof RepeatPlace | 'failure' | 'ending'>,
  { failure, ending }: Pick<CaseEnd, 'failure' | 'ending'>,
): ScoredCase {
  const how = { ...(failure !== undefined && { failure }), ...(ending !== undefined && { ending }) }
  return { position, repeat, ...scored, ...how }
}

function bodyOf(event: CaseEvent): unknown {
  switch (event.type) {
    case 'case-start':
      return keptCase(event.evalCase)
    case 'invocation':
      return keptInvocation(event.invocation)
    case 'awaiting':
      return true
    case 'completed':
      return event.invocations.map(keptInvocation)
    case 'scores':
    case 'case-reopened':
      return event.scores.map(keptScore)
    case 'case-end':
      return caseEnd(event.result)
  }
}

function keptInvocation(invocation: Invocation): KeptInvocation {
  const { steps } = invocation
  if (steps?.form !== 'lists') return invocation
  const { form, toolCalls, toolResponses, responses } = steps
  const kept = {
    form,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(toolResponses.length > 0 && { toolResponses }),
    ...(responses.length > 0 && { responses }),
  }
  return { ...invocation, steps: kept }
}

/** The inverse of `keptInvocation`. */
function invocationFrom(kept: KeptInvocation): Invocation {
  const { steps } = kept
  // Casts are safe here and below: steps as events, and exchanges without steps, are stored unchanged.
  if (steps?.form !== 'lists') return kept as Invocation
  return { ...kept, steps: { ...noSteps, ...steps } }
}

function keptCase(evalCase: EvalCase): KeptCase {
  const { conversation } = evalCase
  return conversation === undefined ? evalCase : { ...evalCase, conversation: conversation.map(keptInvocation) }
}

/** The inverse of `keptCase`. */
function caseFrom(kept: KeptCase): EvalCase {
  const { conversation } = kept
  return conversation === undefined ? (kept as EvalCase) : { ...kept, conversation: conversation.map(invocationFrom) }
}

const noSteps: ListedSteps = { form: 'lists', toolCalls: [], toolResponses: [], responses: [] }

function caseEnd({ evalCase, transcript, verdict, cost, durationMs }: CaseResult): CaseEnd {
  const { invocations, ...ending } = transcript
  const evidence = keptEvidence(evidenceCountsOf(invocations))
  return { caseId: evalCase.id, verdict, ...ending, evidence, cost, durationMs }
}

const noEvidence: EvidenceCounts = { exchanges: 0, reported: {}, observed: {}, listeners: [], cut: {} }

function keptEvidence({ exchanges, ...counts }: EvidenceCounts): KeptEvidence {
  const counted = Object.entries(counts).filter(([, one]) => Object.keys(one).length > 0)
  return { exchanges, ...Object.fromEntries(counted) }
}

function endOf(kept: CaseEventRows): CaseEnd | undefined {
  return bodies<CaseEnd>(kept, 'case-end')[0]
}

function scoresOf(kept: CaseEventRows, metrics: readonly string[]): Score[] {
  return inOrderOf(metrics, bodies<KeptScore[]>(kept, 'scores').flat().map(scoreFrom))
}

function inOrderOf(metrics: readonly string[], scores: Score[]): Score[] {
  // Most scores are in order already, and sorting takes longer than this check.
  if (scores.every(({ metric }, index) => metric === metrics[index])) return scores
  return scores.toSorted((one, other) => metrics.indexOf(one.metric) - metrics.indexOf(other.metric))
}

function bodies<Body>(kept: CaseEventRows, type: CaseEvent['type']): Body[] {
  const found: Body[] = []
  for (const row of kept.rows) if (row.type === type) found.push(bodyFrom<Body>(kept, row))
  return found
}

function readableBodies<Body>(kept: CaseEventRows, type: CaseEvent['type']): Body[] {
  return kept.rows.flatMap((row) => {
    const body = row.type === type ? unlessDamaged(() => bodyFrom<Body>(kept, row)) : undefined
    return body === undefined || body instanceof EvalError ? [] : [body]
  })
}

function bodyFrom<Body>(kept: CaseEventRows, { type, body }: CaseEventRow): Body {
  const value = parsedBody(kept, { type, body })
  if (looksWhole[type]?.(value) !== true) throw notReadable(kept, type)
  // The cast is safe: only `toRow` writes rows, from values of this type, migrations convert older layouts
  // (`user_version`), and case-row.test.ts fixes the layout. A schema for each row would cost ten times as much as the
  // rest.
  return value as Body
}

function parsedBody(kept: CaseEventRows, { type, body }: Pick<CaseEventRow, 'type' | 'body'>): unknown {
  try {
    return parseJson(body)
  } catch (cause) {
    throw notReadable(kept, type, cause)
  }
}

/** Checks the fields that readers use first, which suffices to recognise rows of another program. */
const looksWhole: Readonly<Record<string, (value: unknown) => boolean>> = {
  'case-start': (value) =>
    isObject(value) &&
    typeof value['id'] === 'string' &&
    (value['conversation'] === undefined || areObjects(value['conversation'])),
  invocation: (value) => isObject(value) && isObject(value['userContent']),
  awaiting: (value) => value === true,
  completed: (value) =>
    Array.isArray(value) && value.every((one: unknown) => isObject(one) && isObject(one['userContent'])),
  scores: (value) =>
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        typeof one === 'string' ||
        (isObject(one) &&
          typeof one['metric'] === 'string' &&
          ('status' in one || typeof one['value'] === 'number') &&
          (one['invocations'] === undefined || areObjects(one['invocations']))),
    ),
  'case-end': (value) =>
    isObject(value) &&
    typeof value['caseId'] === 'string' &&
    (Verdict.options as readonly unknown[]).includes(value['verdict']) &&
    isObject(value['cost']) &&
    typeof value['durationMs'] === 'number',
}

function areObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject)
}

function notReadable({ runId, position, repeat }: CaseEventRows, type: string, cause?: unknown): EvalError {
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
