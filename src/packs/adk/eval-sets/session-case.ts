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
import { locate, parseJsonDocument } from '../../../formats/kit/source-text.ts'
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
  /** The case's id; the session's own unless given. */
  readonly caseId?: string | undefined
  readonly at: Date
}

/** A session that ADK saved, as a case. @throws {EvalError} `format` with file, line and path */
export function readSessionCase(text: string, file: string, options: SessionOptions): EvalCase {
  return sessionCase(parseJsonDocument(text, file), {
    file,
    lineOf: (path: Parameters<typeof locate>[1]) => locate(text, path),
    ...options,
  })
}

/**
 * Sessions that ADK saved, one or a list, as what agents did: each is a transcript, and a case that expects nothing of it.
 *
 * @throws {EvalError} `format` for what is no session, or one in which nobody said anything
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
 * What was said and done in a session becomes what is expected of the next ones. It begins with what of its state no event
 * has changed: nobody wrote down what the rest was before. What ADK's page calls the session by is no part of it.
 *
 * @throws {EvalError} `format` for what is no session, or one in which nobody said anything
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

/** What the user said belongs to the turn that it began, also where a server does not say so. */
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
