import { noteSoFar } from '../environment/environment.ts'
import { z } from 'zod'
import { EvalError, message, JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { camelCase } from '../../formats/kit/key-spelling.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { geminiPart } from '../frameworks/adk/gemini-part.ts'
import { tracedAgents, type DescribedApp } from './adk-agents.ts'
import { adkField } from './adk-api.ts'
import type { AdkApp } from './adk-app.ts'

type SessionOptions = {
  readonly stream: boolean
  readonly keepSessions: boolean
  readonly described: DescribedApp
}

/** One conversation: a session on the server, created with the first message. */
export function adkSession(place: AdkApp, { stream, keepSessions, described }: SessionOptions) {
  const { api, app } = place
  let session: { readonly id: string; readonly path: string } | undefined
  let exchanges = 0
  const earlier = new Set<unknown>()
  let agents = described.isWhole ? described.agents : undefined
  let isTraced = true

  async function create({ userId, id, state }: AgentRequest['session'], signal: AbortSignal) {
    const path = `/apps/${encodeURIComponent(app)}/users/${encodeURIComponent(userId)}/sessions`
    // Python's server takes the id from the body where the path does not contain it.
    const asked = { method: 'POST', body: { sessionId: id, state }, signal } as const
    const made = (await api.ask(path, asked)) ?? (await api.ask(`${path}/${encodeURIComponent(id)}`, asked))
    const own = adkField(made, 'id')
    if (typeof own === 'string') return { id: own, path: `${path}/${encodeURIComponent(own)}` }
    throw new EvalError('agent', message('The ADK server made no session for the app “{app}”', { app }), {
      hint: message('See whether the address is that of `adk api_server` and the app is one of its own.'),
    })
  }

  async function run(
    { id }: { readonly id: string },
    { session: { userId }, content }: AgentRequest,
    signal: AbortSignal,
  ) {
    const newMessage = { role: 'user', parts: (content.parts ?? []).map(geminiPart) }
    const asked = {
      method: 'POST',
      body: { appName: app, userId, sessionId: id, newMessage, streaming: false },
      signal,
    } as const
    const events =
      (stream ? await api.askForEvents('/run_sse', asked) : undefined) ?? (await api.askForEvents('/run', asked))
    if (events !== undefined) return events.flatMap((event) => (isObject(event) ? [event] : []))
    throw new EvalError('agent', message('The ADK server no longer knows the session {session}', { session: id }), {
      hint: message('Was it started anew? What it keeps in memory is gone then.'),
    })
  }

  /** Instructions that are filled in or made by a function may change with each exchange, unlike declared ones. */
  async function learn(events: readonly JsonObject[], { id }: { readonly id: string }, signal: AbortSignal) {
    if (!isTraced) return
    const authors = new Map(events.map((event) => [String(event['id']), String(event['author'])]))
    const told = await tracedAgents(place, { session: id, authors, signal })
    isTraced = Object.keys(told).length > 0
    agents = isTraced || described.isWhole ? { ...agents, ...told } : (agents ?? described.agents)
  }

  return {
    async ask(request: AgentRequest, signal: AbortSignal, stopwatch: { begun(): void; answered(): void }) {
      const current = (session ??= await create(request.session, signal))
      // The server keeps the events of a run that fails, which are in no answer.
      noteSoFar(async () => eventsKeptIn(await api.ask(current.path, { signal: AbortSignal.timeout(5000) }), earlier))
      try {
        stopwatch.begun()
        const events = await run(current, request, signal)
        stopwatch.answered()
        exchanges += 1
        for (const { id } of events) earlier.add(id)
        const state = await api.ask(current.path, { signal }).catch(() => undefined)
        await learn(events, current, signal)
        const own = ownState(state, request.session.state, events)
        return { events: events.map(knownFields), state: own, agents, ...endOf(events.at(-1)) }
      } catch (error) {
        // The server keeps messages: a first one is retried in a new session, a later one not at all.
        if (exchanges === 0 && session === current) session = undefined
        throw exchanges > 0 && error instanceof EvalError && error.retryable ? final(error) : error
      }
    },
    async close() {
      if (session === undefined || keepSessions) return
      const { path } = session
      session = undefined
      // A session that cannot be deleted stays on the server, but must not fail the case.
      await api.ask(path, { method: 'DELETE', signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    },
  }
}

// Newer versions add fields of their own.
const fields = new Set([
  'author',
  'content',
  'actions',
  'partial',
  'usageMetadata',
  'modelVersion',
  'longRunningToolIds',
  'output',
  'errorCode',
  'errorMessage',
  'finishReason',
  'groundingMetadata',
  'outputTranscription',
  'skipSummarization',
])

function knownFields(event: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(event).filter(([name]) => fields.has(camelCase(name))))
}

/** Reads the events without those of earlier exchanges, since a message that did not arrive is not among them. */
function eventsKeptIn(session: unknown, earlier: ReadonlySet<unknown>): object {
  const events = z.array(JsonObject).safeParse(adkField(session, 'events')).data ?? []
  return { events: events.filter(({ id }) => !earlier.has(id)).map(knownFields) }
}

/** ADK answers every call that is not long-running, so events that end with one were cut off. */
function endOf(last: JsonObject | undefined): object {
  const longRunning = adkField(last, 'longRunningToolIds')
  const parts = adkField(last?.['content'], 'parts')
  if (!Array.isArray(longRunning) || !Array.isArray(parts)) return {}
  const calls = parts.flatMap((part: unknown) => adkField(part, 'functionCall') ?? [])
  const isOpen = calls.some((call) => !longRunning.includes(adkField(call, 'id') as never)) // any id
  return isOpen ? { finishReason: 'aborted', provenance: { brokenOff: true } } : {}
}

/** The state of a session without what other conversations left for the user or the app. */
function ownState(session: unknown, before: JsonObject, events: readonly JsonObject[]): JsonObject | undefined {
  const state = adkField(session, 'state')
  if (!isObject(state)) return undefined
  const own = new Set([before, ...events.map(stateDeltaOf)].flatMap((keys) => Object.keys(keys)))
  const isOwn = (key: string) => !/^(temp|user|app):/.test(key) || (own.has(key) && !key.startsWith('temp:'))
  return Object.fromEntries(Object.entries(state).filter(([key]) => isOwn(key)))
}

function stateDeltaOf(event: JsonObject): JsonObject {
  const delta = adkField(event['actions'], 'stateDelta')
  return isObject(delta) ? delta : {}
}

function final({ code, sentence, hint, cause }: EvalError): EvalError {
  return new EvalError(code, sentence, { ...(hint !== undefined && { hint }), cause })
}
