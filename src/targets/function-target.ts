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
 * Gives an agent that is a function further information besides the message.
 *
 * @example
 * const turnOf = ({ history }: FunctionContext) => history.length + 1
 */
export type FunctionContext = {
  readonly content: Content
  /** The agent may change `session.state`; the state after the exchange is stored. */
  readonly session: AgentSession
  /** The exchanges before this one. */
  readonly history: readonly Invocation[]
  readonly caseId: string
  /** Structured input, such as a reviewer's task with full paths; the message is the same as text. */
  readonly input?: JsonObject
  /** Calls through `tools` can be mocked, recorded and replayed; without any of these the real tool runs. */
  readonly tools: Tools
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** The reply of a document reviewer, which may be the review itself. */
type ReviewReply = { readonly result: string; readonly [field: string]: unknown }

/**
 * Answers a message as an agent that is a function. It returns a text, or a reply with tool calls, usage, state and
 * the like.
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
  /** Sources that answer `tools.call`, in this order; defaults to the case's `metadata.tool_mocks`. */
  readonly environment?: readonly ToolSource[]
  /** Returns the time at which an exchange begins; defaults to the system's clock. */
  readonly clock?: () => Date
  /** Models whose calls are charged to the run. */
  readonly models?: readonly string[]
}

/**
 * Runs an agent that is a function in this process. An error that it throws is the agent's. No time limit can stop a
 * function that blocks the thread.
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

/** Default exports have no name of their own, or one made by the engine or a compiler. */
export function functionName({ name }: { readonly name: string }): string {
  return /^(?:_?default)?$/.test(name) ? 'function' : name
}

/** Makes the function for one conversation. `isServed` is true when its tools are answered or observed. */
type Start = (isServed: boolean, options: OpenOptions) => FunctionTargetStart | Promise<FunctionTargetStart>
type FunctionTargetStart = FunctionAgent | ClosedAgent

type ClosedAgent = { readonly ask: FunctionAgent; readonly close: () => Promise<void> }

export type NamedOptions = FunctionTargetOptions & { readonly name: string }

type StartedTargetOptions = NamedOptions & {
  /** True when `history` and `session` suffice to continue a conversation. */
  readonly continues: boolean
  /** True when other sources can answer its tools; the default. */
  readonly servesTools?: boolean
  readonly seen?: Message
}

/** Like `functionTarget`, with a new function for each conversation. */
export function startedTarget(start: Start, options: StartedTargetOptions): ServableTarget {
  const { environment = [declaredMocks()], servesTools = true, clock = () => new Date() } = options
  return {
    name: options.name,
    seen: options.seen,
    // The memory of simulated tools ends with the process.
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
  // The agent gets copies, so that its changes affect neither the dataset nor the recording.
  const [content, history] = plainCopy([request.content, request.history] as const)
  // Starts in a turn of its own, so that pending work is not measured as the agent's time.
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
