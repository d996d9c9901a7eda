import { randomUUID } from 'node:crypto'
import {
  EvalError,
  JsonObject,
  jsonObjectOf,
  message,
  textOf,
  type Content,
  type Conversation,
  type EvalCase,
  type Invocation,
  type OpenOptions,
} from '../core/index.ts'
import type { ConversationTraces, TraceReceiver } from '../traces/receiver/trace-receiver.ts'
import type { completedBySpans } from './completed-by-spans.ts'
import { jsonCopy, plainCopy } from './json-copy.ts'
import { withOrdinaryMedia } from '../messages/media.ts'
import { exchangeFrom, readAgentReply, structuredReply, type Timing } from './reply/reply.ts'
import { reviewInput, reviewReply } from './reply/review-reply.ts'
import { HeardAnswer, noting, type Unfinished, withHeardCalls } from './environment/environment.ts'
import { untilAborted } from './until-aborted.ts'
import { agentNow } from './with-timeout.ts'

export type AgentSession = { readonly appName: string; readonly userId: string; readonly id: string; state: JsonObject }

/** The part of a case that an agent may see. The case itself also contains the expectations. */
export type AgentRequest = {
  readonly caseId: string
  /** Unique to this conversation, also where several cases name the same session. */
  readonly conversation: string
  readonly message: string
  readonly content: Content
  readonly session: AgentSession
  /** The exchanges before this one. */
  readonly history: readonly Invocation[]
  /** Address at which the agent calls its tools, when other sources answer them. */
  readonly tools?: string
  /** W3C trace context for the spans of this exchange, when they are received. */
  readonly traceparent?: string
  /** Structured input, such as a reviewer's task with full paths; `message` is the same as text. */
  readonly input?: JsonObject
}

type AgentConversationAgent = NewConversation & {
  /**
   * @param answered called when the answer is there, before any further work or waiting
   * @param begun called when the agent itself starts, after any preparation
   * @returns the agent's answer, unchecked
   */
  ask(request: AgentRequest, signal: AbortSignal, answered: () => void, begun: () => void): Promise<unknown>
  close?(conversation: string): Promise<void>
  /** True when the agent writes into the given state; otherwise only its reply contains the state. */
  readonly changesState?: boolean
  readonly clock: () => Date
  readonly redact?: (text: string) => string
}

/** Handles session, history, timing and checks for all simple agents. */
export function agentConversation(
  evalCase: EvalCase,
  { history = [] }: OpenOptions,
  { conversation = randomUUID(), traces, completedBy, ...agent }: AgentConversationAgent,
): Conversation {
  const identity = identityOf(evalCase, conversation)
  const exchanges = [...history]
  let known = stateAtStart(evalCase, history)
  let live = plainCopy(known)
  let closing: Promise<void> | undefined
  const spanIds: string[] = []
  let failed: (() => Promise<Invocation>) | undefined

  async function exchange(userContent: Content, signal: AbortSignal): Promise<Invocation> {
    const createdAt = agent.clock().getTime() / 1000
    const traced = traces?.begin(createdAt * 1000)
    if (traced !== undefined) spanIds[exchanges.length - history.length] = traced.spanId
    let start = agentNow()
    let end: number | undefined
    const begun = () => void (start = agentNow())
    const answered = () => void (end = agentNow())
    const seconds = () => Math.round(((end ?? agentNow()) - start) * 1000) / 1_000_000
    const session = { ...identity, state: live }
    const input = reviewInput(evalCase, userContent) ?? jsonObjectOf(textOf(userContent))
    const request: AgentRequest = {
      caseId: evalCase.id,
      conversation,
      message: textOf(userContent) ?? '',
      content: withOrdinaryMedia(userContent),
      session,
      history: [...exchanges],
      ...(traced !== undefined && { traceparent: traced.traceparent }),
      ...(input !== undefined && { input }),
    }
    const unfinished: Unfinished = {}
    const { redact } = agent
    failed = () =>
      unfinishedExchange(userContent, unfinished, { durationSeconds: seconds(), createdAt, redact, before: known })
    const said = await untilAborted(
      noting(unfinished, () => agent.ask(request, signal, answered, begun)),
      signal,
    )
    const { answer, calls } = said instanceof HeardAnswer ? said : new HeardAnswer(said, [])
    unfinished.read = () => answer
    unfinished.heard = calls
    const durationSeconds = seconds()
    const reply = readAgentReply(asReply(answer, evalCase, exchanges.length), redact)
    const left = agent.changesState === true ? stateOf(session) : undefined
    const told = exchangeFrom(userContent, reply, { durationSeconds, createdAt }, left ?? known)
    const invocation = withHeardCalls(told, calls)
    const { sessionState: state } = invocation
    known = state ?? left ?? known
    // The agent gets back its own state with any values (a Date, a Map); the stored copy is JSON.
    live = state === undefined ? session.state : plainCopy(state)
    if (traced !== undefined) traces?.answered(traced)
    return state === undefined && left !== undefined ? { ...invocation, sessionState: left } : invocation
  }

  return {
    async say(userContent, signal) {
      if (closing !== undefined) throw new Error(`The conversation of case ${evalCase.id} is closed`)
      signal.throwIfAborted()
      try {
        const invocation = await exchange(userContent, signal)
        exchanges.push(invocation)
        failed = undefined
        return invocation
      } catch (error) {
        // A retry must not see the effects of the failed attempt.
        live = plainCopy(known)
        throw error
      }
    },
    unfinished: async () => failed?.(),
    close: () => (closing ??= agent.close?.(conversation) ?? Promise.resolve()),
    completion: traces && completedBy?.(traces, { spanIds, earlier: history.length }),
  }
}

type Failed = Timing & {
  readonly redact: AgentConversationAgent['redact']
  /** The state before the exchange. */
  readonly before: JsonObject
}

/** Makes an exchange of what was seen before it failed. Its texts are no response. */
async function unfinishedExchange(
  userContent: Content,
  { read, heard = [] }: Unfinished,
  { redact, before, ...timing }: Failed,
): Promise<Invocation> {
  const known = await (async () => {
    const reply = { ...readAgentReply(await read?.(), redact), response: '' }
    return exchangeFrom(userContent, reply, timing, before)
  })().catch((): Invocation => ({ userContent, ...timing }))
  const { finalResponse: _, finishReason: __, steps, ...seen } = known
  const isEmpty = steps === undefined || (steps.form === 'lists' ? steps.toolCalls : steps.events).length === 0
  const invocation = withHeardCalls({ ...seen, ...(!isEmpty && { steps }) }, heard)
  return { ...invocation, provenance: { ...invocation.provenance, brokenOff: true } }
}

/** A review may be the whole reply, and so may an object in a case with structured input or output. */
function asReply(answer: unknown, { review, conversation }: EvalCase, turn: number): unknown {
  if (review !== undefined) return reviewReply(answer)
  const { userContent, finalResponse } = conversation?.[turn] ?? {}
  const isStructured = [userContent, finalResponse].some((content) => jsonObjectOf(textOf(content)) !== undefined)
  return isStructured ? structuredReply(answer) : answer
}

type NewConversation = {
  readonly conversation?: string
  readonly traces?: ConversationTraces | undefined
  readonly completedBy?: typeof completedBySpans
}

export async function tracedConversation(
  evalCase: EvalCase,
  receiver: TraceReceiver | undefined,
  { isOwnProgram }: { readonly isOwnProgram: boolean },
): Promise<NewConversation> {
  if (receiver === undefined) return {}
  const conversation = randomUUID()
  const { id: session } = identityOf(evalCase, conversation)
  const traces = await receiver.open({ conversation, caseId: evalCase.id, session, isOwnProgram })
  const { completedBySpans: completedBy } = await import('./completed-by-spans.ts')
  return { conversation, traces, completedBy }
}

// These are ADK's defaults; servers hide sessions with this prefix from their users.
function identityOf({ session }: EvalCase, conversation: string): Omit<AgentSession, 'state'> {
  return {
    appName: session?.appName ?? 'EvaluationGenerator',
    userId: session?.userId ?? 'test_user_id',
    id: session?.id ?? `___eval___session___${conversation}`,
  }
}

function stateAtStart(evalCase: EvalCase, history: readonly Invocation[]): JsonObject {
  return (
    history.findLast((exchange) => exchange.sessionState !== undefined)?.sessionState ?? evalCase.session?.state ?? {}
  )
}

function stateOf(session: AgentSession): JsonObject {
  const state = JsonObject.safeParse(jsonCopy(session.state, 'session.state'))
  if (state.success) return state.data
  throw new EvalError('agent', message('The agent left a session.state that is not an object'))
}
