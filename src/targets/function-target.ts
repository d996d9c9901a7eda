import { setImmediate as ownTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  EvalError,
  message,
  type Content,
  type Invocation,
  type JsonObject,
  type Message,
  type OpenOptions,
} from '../core/index.ts'
import { thrownStack } from '../core/basics/thrown-stack.ts'
import { isObject } from '../core/basics/is-object.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { agentConversation, type AgentRequest, type AgentSession } from './agent-conversation.ts'
import { declaredMocks } from './environment/declared-mocks.ts'
import { canContinue, modelsOf, openEnvironment, type Tools } from './environment/environment.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import type { ToolSource } from './environment/tool-source.ts'
import { excerpt } from './excerpt.ts'
import { jsonCopy, plainCopy } from './json-copy.ts'
import type { Reply } from './reply/reply.ts'

/**
 * Tells an agent that is a function what it may want to know beside the message.
 *
 * @example
 * const turnOf = ({ history }: FunctionContext) => history.length + 1
 */
export type FunctionContext = {
  readonly content: Content
  /** `session.state` is the agent's to change; what it holds after the exchange is stored. */
  readonly session: AgentSession
  /** The exchanges before this one. */
  readonly history: readonly Invocation[]
  readonly caseId: string
  /** The object that it is asked (a reviewer: what to review, with full paths); the message is the same as a text. */
  readonly input?: JsonObject
  /** Calls made through this can be mocked, recorded and replayed; otherwise the real tool runs. */
  readonly tools: Tools
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** What a reviewer of documents may answer instead: the review itself. */
type ReviewReply = { readonly result: string; readonly [field: string]: unknown }

/**
 * Answers a message as an agent that is a function. It gives a text, or a reply that also tells tool calls, usage, state
 * and the like.
 *
 * @example
 * const shop: FunctionAgent = async (question, { session }) => ({
 *   response: `You asked: ${question}`,
 *   state: { ...session.state, asked: true },
 * })
 */
export type FunctionAgent = (
  message: string,
  context: FunctionContext,
) => Reply | ReviewReply | Promise<Reply | ReviewReply>

export type FunctionTargetOptions = {
  readonly name?: string
  /** Who answers `tools.call`, in this order; what a case declares in `metadata.tool_mocks` when not given. */
  readonly environment?: readonly ToolSource[]
  /** Says when an exchange began; the system's clock when not given. */
  readonly clock?: () => Date
  /** The models that it asks on the account of the run. */
  readonly models?: readonly string[]
}

/**
 * Reaches an agent that is a function in this process. What it throws is the agent's error, and one that blocks the thread
 * cannot be stopped by a time limit.
 *
 * @example
 * functionTarget(async (question, { session }) => {
 *   session.state['asked'] = question
 *   return { response: 'It ships on Monday.', toolCalls: [{ name: 'find_order', args: { id: 7 } }] }
 * })
 */
export function functionTarget(agent: FunctionAgent, options: FunctionTargetOptions = {}): ServableTarget {
  return startedTarget(() => agent, { ...options, name: options.name ?? functionName(agent), continues: true })
}

/** What somebody called a function; a default export is called by the engine or by what compiled it. */
export function functionName({ name }: { readonly name: string }): string {
  return /^(?:_?default)?$/.test(name) ? 'function' : name
}

/** Makes the function that is asked in one conversation. `isServed`: somebody answers its tools, or wants to know of them. */
type Start = (isServed: boolean, options: OpenOptions) => FunctionTargetStart | Promise<FunctionTargetStart>
type FunctionTargetStart = FunctionAgent | ClosedAgent

/** A function that holds on to something while its conversation goes on. */
type ClosedAgent = { readonly ask: FunctionAgent; readonly close: () => Promise<void> }

export type NamedOptions = FunctionTargetOptions & { readonly name: string }

type StartedTargetOptions = NamedOptions & {
  /** Whether a conversation needs nothing but `history` and `session` to go on. */
  readonly continues: boolean
  /** Whether its tools can be answered by others; yes unless it says otherwise. */
  readonly servesTools?: boolean
  readonly seen?: Message
}

/** The same, where each conversation has a function of its own. */
export function startedTarget(start: Start, options: StartedTargetOptions): ServableTarget {
  const { environment = [declaredMocks()], servesTools = true, clock = () => new Date() } = options
  return {
    name: options.name,
    seen: options.seen,
    // What simulated tools remember is gone with the process.
    continues: options.continues && canContinue(environment),
    environmentModels: modelsOf(environment),
    agentModels: options.models,
    environment: options.environment,
    within: servesTools ? (sources) => startedTarget(start, { ...options, environment: sources }) : undefined,
    async open(evalCase, openOptions) {
      openOptions.signal.throwIfAborted()
      const tools = openEnvironment(environment, evalCase, openOptions)
      const started = await start(tools.serves, openOptions)
      const { ask: agent, close } = typeof started === 'function' ? { ask: started, close: undefined } : started
      return agentConversation(evalCase, openOptions, {
        clock,
        changesState: true,
        ask: (request, signal, answered, begun) =>
          tools.exchange(signal, async (offered) =>
            jsonCopy(await call(agent, request, { signal, tools: offered, answered, begun }), 'The answer'),
          ),
        close: async () => {
          await close?.()
          await tools.close()
        },
      })
    },
  }
}

type Stopwatch = { readonly answered: () => void; readonly begun: () => void }

/** Of an answer whose text is still on its way, because nobody waited for it. */
async function withResponse(answer: unknown): Promise<unknown> {
  const isOurs = isObject(answer) && Object.getPrototypeOf(answer) === Object.prototype
  return isOurs && answer['response'] instanceof Promise
    ? { ...answer, response: (await answer['response']) as unknown }
    : answer
}

const ownCode = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))

async function call(
  agent: FunctionAgent,
  request: AgentRequest,
  { signal, tools, answered, begun }: Pick<FunctionContext, 'signal' | 'tools'> & Stopwatch,
): Promise<unknown> {
  const { caseId, session, input } = request
  // Copies, so that an agent can change what it likes without touching the dataset or what was recorded.
  const [content, history] = plainCopy([request.content, request.history] as const)
  // In a turn of its own: whatever else waits to be done in this one would be counted as the agent's time.
  await ownTurn()
  signal.throwIfAborted()
  begun()
  try {
    const answer: unknown = await agent(request.message, {
      content,
      session,
      history,
      caseId,
      tools,
      signal,
      ...(input !== undefined && { input }),
    })
    return await withResponse(answer)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof EvalError) throw cause
    const problem = excerpt(messageOf(cause), 300)
    const thrownAt = thrownStack(cause, { own: ownCode, root: process.cwd() })
    throw new EvalError('agent', message('The agent’s function threw: {problem}', { problem }), { cause, thrownAt })
  } finally {
    answered()
  }
}
