import {
  type DocumentDataset,
  type EvalCase,
  type Invocation,
  type JsonObject,
  type Origin,
  EvalError,
  message,
} from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { askedOnly } from '../../../formats/asked-only.ts'
import { object, optional, required } from '../../../formats/kit/foreign-object.ts'
import { anything, jsonObject, list, readForeign, string } from '../../../formats/kit/foreign-value.ts'
import { refuseSameIds } from '../../../formats/kit/same-ids.ts'
import { readJsonDocument } from '../../../formats/kit/source-text.ts'
import { invocationsFromEvents } from '../adk-events.ts'
import { asReference } from './as-reference.ts'

const adkSession = object(
  {
    id: required('id', string),
    appName: optional('app_name', string),
    userId: optional('user_id', string),
    state: optional('state', jsonObject, {}),
    events: optional('events', list(anything)),
  },
  { unknown: 'ignore' },
)

type SessionOptions = {
  /** Defaults to the session's id. */
  readonly caseId?: string | undefined
  readonly at: Date
}

/** @throws {EvalError} `format` with file, line and path */
export function readSessionCase(text: string, file: string, options: SessionOptions): EvalCase {
  return readJsonDocument(text, file, (value, origin) => sessionCase(value, { ...origin, ...options }))
}

/**
 * Reads one session or a list of sessions that ADK saved. Each becomes a transcript and a case without expectations.
 *
 * @throws {EvalError} `format` for a value that is no session, or a session without messages
 */
export function sessionTranscripts(
  value: unknown,
  { origin, name }: { origin: Origin; name: string },
): DocumentDataset {
  const sessions = (Array.isArray(value) ? value : [value]).map((one) => readForeign(adkSession, one, origin))
  const transcripts = sessions.map((one) => ({ caseId: one.id, invocations: exchangesIn(one, origin) }))
  const cases = sessions.map(({ id, appName, userId }, index) => ({
    id,
    conversation: (transcripts[index]?.invocations ?? []).map(askedOnly),
    ...(appName !== undefined && userId !== undefined && { session: { appName, userId } }),
  }))
  refuseSameIds(cases, origin, (index) => (Array.isArray(value) ? [index, 'id'] : ['id']))
  return { dataset: { id: name, cases }, transcripts }
}

function exchangesIn({ id, events = [] }: ReturnType<typeof adkSession.read>, origin: Origin): readonly Invocation[] {
  const exchanges = invocationsFromEvents(withTurns(events), { origin, skipPartial: true })
  if (exchanges.length > 0) return exchanges
  throw new EvalError('format', message('the session {session} has no turn yet', { session: id }))
}

/**
 * Makes a case that expects what was said and done in the session. Its state keeps only the keys that no event has
 * changed, since the earlier values of the others are not recorded.
 *
 * @throws {EvalError} `format` for a value that is no session, or a session without messages
 */
export function sessionCase(
  value: unknown,
  { caseId, at, ...origin }: SessionOptions & Parameters<typeof readForeign>[2],
): EvalCase {
  const session = readForeign(adkSession, value, origin)
  const { id, appName = '', userId = '', state = {}, events = [] } = session
  const conversation = exchangesIn(session, origin).map(asReference)
  const changed = new Set(events.flatMap(changedBy))
  const opening = Object.entries(state).filter(
    ([key]) => !changed.has(key) && !/^(temp:|__session_metadata__$)/.test(key),
  )
  return {
    id: caseId ?? id,
    conversation,
    session: { appName, userId, ...(opening.length > 0 && { state: Object.fromEntries(opening) }) },
    createdAt: at.getTime() / 1000,
  }
}

/** Puts the user's message into the turn that it began, also where the server left it without an invocation id. */
function withTurns(events: readonly unknown[]): readonly unknown[] {
  let turn: unknown
  return events
    .toReversed()
    .map((event) => {
      const { invocationId, invocation_id: older } = Object(event) as Record<string, unknown>
      const own = invocationId ?? older
      turn = own ?? turn
      return isObject(event) && own === undefined && turn !== undefined ? { ...event, invocationId: turn } : event
    })
    .toReversed()
}

function changedBy(event: unknown): readonly string[] {
  const { actions } = Object(event) as { readonly actions?: unknown }
  const { stateDelta, state_delta: older } = Object(actions) as Record<string, JsonObject | undefined>
  return Object.keys(stateDelta ?? older ?? {})
}
