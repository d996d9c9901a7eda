import { isObject } from '../../../../src/core/basics/is-object.ts'
import { type JsonObject, parsedJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import type { EvalCase, Session } from '../../../../src/core/eval-case.ts'
import type { Content, Invocation, ToolCall } from '../../../../src/core/invocation.ts'

/** The names that agents see where a case has none. */
export const defaultSession = { appName: 'EvaluationGenerator', userId: 'test_user_id' } as const

export const newTurn: Invocation = { userContent: { role: 'user', parts: [] } }
export const emptyCase: EvalCase = { id: '', conversation: [newTurn] }

/** Returns a copy with another value at a key, or without the key where the value is undefined. */
export function withPart<Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  key: Key,
  value: Whole[Key] | undefined,
): Whole {
  if (value !== undefined) return { ...whole, [key]: value }
  const { [key]: _, ...others } = whole
  // Cast: only optional parts are ever left out.
  return others as Whole
}

/** A turn with another message; media stay. */
export function withUserText(turn: Invocation, text: string): Invocation {
  const { userContent } = turn
  return { ...turn, userContent: { role: 'user', ...userContent, parts: [{ text }, ...mediaOf(userContent)] } }
}

/** A turn with another expected answer; an empty one is none. */
export function withAnswer(turn: Invocation, text: string): Invocation {
  const parts = [...(text === '' ? [] : [{ text }]), ...mediaOf(turn.finalResponse)]
  return withPart(
    turn,
    'finalResponse',
    parts.length === 0 ? undefined : { role: 'model', ...turn.finalResponse, parts },
  )
}

function mediaOf(content: Content | undefined) {
  return content?.parts?.filter(({ text }) => text === undefined) ?? []
}

/** A turn with other expected calls. */
export function withCalls(turn: Invocation, toolCalls: ToolCall[]): Invocation {
  const lists = turn.steps?.form === 'lists' ? turn.steps : { toolResponses: [], responses: [] }
  return { ...turn, steps: { ...lists, form: 'lists', toolCalls } }
}

/** An expected call, of which nothing but its name and arguments counts. */
export function callOf(name: string, args: ToolCall['args'] | undefined): ToolCall {
  return withPart<ToolCall, 'args'>({ name }, 'args', args)
}

/** A case with another value in its session. Names are empty until somebody gives them. */
export function withSession<Key extends keyof Session>(
  evalCase: EvalCase,
  key: Key,
  value: Session[Key] | undefined,
): EvalCase {
  return { ...evalCase, session: withPart({ appName: '', userId: '', ...evalCase.session }, key, value) }
}

/** The category, which has a field of its own, and all other metadata. */
export function splitMetadata({ metadata = {} }: EvalCase) {
  const { category, ...others } = metadata
  return typeof category === 'string' ? { category, others } : { category: '', others: metadata }
}

export function withMetadata(evalCase: EvalCase, category: string, others: JsonObject | undefined): EvalCase {
  return withPart(evalCase, 'metadata', category === '' ? others : { category, ...others })
}

/** The case as it is saved, without spaces around names, empty lines, and what is empty in the session. */
export function tidied(evalCase: EvalCase): EvalCase {
  const { id, conversation, review, session = {} } = evalCase
  const { appName, userId } = { appName: '', userId: '', ...session }
  const documents = review?.documents.flatMap((name) => name.trim() || [])
  const isUsed = Object.values(session).some((value) => value !== '')
  const named = { appName: appName || defaultSession.appName, userId: userId || defaultSession.userId }
  return {
    ...withPart(evalCase, 'session', isUsed ? { ...session, ...named } : undefined),
    id: id.trim(),
    ...(conversation !== undefined && { conversation: conversation.map(tidiedTurn) }),
    ...(review !== undefined && { review: { ...review, documents: documents ?? [] } }),
  }
}

function tidiedTurn(turn: Invocation): Invocation {
  if (turn.steps?.form !== 'lists') return turn
  return withCalls(
    turn,
    turn.steps.toolCalls.map((call) => ({ ...call, name: call.name.trim() })),
  )
}

/** A JSON object as its field shows it; nothing where it is empty. */
export function objectText(value: JsonObject | undefined, indent?: number): string {
  return value === undefined || Object.keys(value).length === 0 ? '' : stringifyJson(value, indent)
}

/** Reads what was typed in a field for a JSON object. An empty text is none. */
export function objectIn(
  text: string,
): { readonly value: JsonObject | undefined } | { readonly kind: 'notJson' | 'notAnObject' } {
  if (text.trim() === '') return { value: undefined }
  const value = parsedJson(text)
  if (value === undefined) return { kind: 'notJson' }
  return isObject(value) ? { value } : { kind: 'notAnObject' }
}
