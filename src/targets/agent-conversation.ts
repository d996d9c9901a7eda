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
import { exchangeFrom, readAgentReply, structuredReply } from './reply/reply.ts'
import { reviewInput, reviewReply } from './reply/review-reply.ts'
import { HeardAnswer, withHeardCalls } from './environment/environment.ts'
import { untilAborted } from './until-aborted.ts'
import { agentNow } from './with-timeout.ts'

export type AgentSession = { readonly appName: string; readonly userId: string; readonly id: string; state: JsonObject }

/** All that an agent gets to see of a case. Never the case itself: it carries what is expected of the agent. */
export type AgentRequest = {
  readonly caseId: string
  /** Unique to this conversation, also where several cases name the same session. */
  readonly conversation: string
  /** The user content's text. */
  readonly message: string
  readonly content: Content
  readonly session: AgentSession
  /** The exchanges before this one. */
  readonly history: readonly Invocation[]
  /** The address at which it asks for its tools, where somebody answers in their place. */
  readonly tools?: string
  /** W3C: what the spans of this exchange go on from, where they are received. */
  readonly traceparent?: string
  /** The object that it is asked (a reviewer: what to review, with full paths); `message` is the same as a text. */
  readonly input?: JsonObject
}

type AgentConversationAgent = NewConversation & {
  /**
   * @param answered may be called when the answer is there, by whoever does more with it, or has to wait longer
   * @param begun may be called when the agent is asked in earnest, by whoever does something before
   * @returns what the agent answered, unchecked
   */
  ask(request: AgentRequest, signal: AbortSignal, answered: () => void, begun: () => void): Promise<unknown>
  close?(conversation: string): Promise<void>
  /** Whether the agent writes into the state that it is given; otherwise only its reply tells the state. */
  readonly changesState?: boolean
  readonly clock: () => Date
  /** Takes secrets out of what an error shows of an answer. */
  readonly redact?: (text: string) => string
}

/** What conversations with all simple agents have in common: session, history, timing, checking. */
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

  async function exchange(userContent: Content, signal: AbortSignal): Promise<Invocation> {
    const createdAt = agent.clock().getTime() / 1000
    const traced = traces?.begin(createdAt * 1000)
    let start = agentNow()
    let end: number | undefined
    const begun = () => void (start = agentNow())
    const answered = () => void (end = agentNow())
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
    const said = await untilAborted(agent.ask(request, signal, answered, begun), signal)
    const { answer, calls } = said instanceof HeardAnswer ? said : new HeardAnswer(said, [])
    const durationSeconds = Math.round(((end ?? agentNow()) - start) * 1000) / 1_000_000
    const reply = readAgentReply(asReply(answer, evalCase, exchanges.length), agent.redact)
    const left = agent.changesState === true ? stateOf(session) : undefined
    const told = exchangeFrom(userContent, reply, { durationSeconds, createdAt }, left ?? known)
    const invocation = withHeardCalls(told, calls)
    const { sessionState: state } = invocation
    known = state ?? left ?? known
    // What an agent keeps in its own state need not be JSON (a Date, a Map): it finds that again, we store the copy.
    live = state === undefined ? session.state : plainCopy(state)
    if (traced !== undefined) spanIds.push(traced.spanId)
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
        return invocation
      } catch (error) {
        // Saying it again must not meet what the failed attempt left behind.
        live = plainCopy(known)
        throw error
      }
    },
    close: () => (closing ??= agent.close?.(conversation) ?? Promise.resolve()),
    completion: traces && completedBy?.(traces, { spanIds, earlier: history.length }),
  }
}

/** A review, and an object where one is asked or expected, may stand for the reply. */
function asReply(answer: unknown, { review, conversation }: EvalCase, turn: number): unknown {
  if (review !== undefined) return reviewReply(answer)
  const { userContent, finalResponse } = conversation?.[turn] ?? {}
  const isStructured = [userContent, finalResponse].some((content) => jsonObjectOf(textOf(content)) !== undefined)
  return isStructured ? structuredReply(answer) : answer
}

type NewConversation = {
  /** Its id; a new one when not given. */
  readonly conversation?: string
  readonly traces?: ConversationTraces | undefined
  readonly completedBy?: typeof completedBySpans
}

/** A conversation whose spans are received, before anybody is asked anything in it. */
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

// The same defaults as ADK: servers hide sessions with this prefix from their users.
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
