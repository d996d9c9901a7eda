import { EvalError, JsonObject, message, stringifyJson, type Message, type OpenOptions } from '../../core/index.ts'
import type { ModelTool, ModelToolCall } from '../../models/language-model.ts'
import { noteSoFar, type RealTool } from '../environment/environment.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { excerpt } from '../excerpt.ts'
import { answered, spoke } from '../frameworks/agent-events.ts'
import { startedTarget, type FunctionAgent, type FunctionContext, type NamedOptions } from '../function-target.ts'
import type { AgentMessage, AgentModel, AgentModelReply } from './agent-model.ts'

/** A declared tool; without `run` another source must answer its calls. */
type AgentTool = ModelTool & { readonly run?: RealTool | undefined }

/** The tools of one conversation, released at its end. */
export type OpenedTools = { readonly tools: readonly AgentTool[]; readonly close: () => Promise<void> }

type ModelAgentOptions = NamedOptions & {
  readonly model: AgentModel
  readonly instructions?: string | undefined
  readonly openTools: (options: OpenOptions) => Promise<OpenedTools>
  /** Maximum of rounds of tool calls in one exchange; defaults to 20. */
  readonly maxRounds?: number | undefined
  readonly seen?: Message
  /** True for a server with a model's API, which may have tools of its own that it does not report. */
  readonly mayHaveTools?: boolean
}

/**
 * Makes an agent of a model and its tools. The model is called until it makes no more tool calls. A call that nothing
 * answers ends the exchange, with the call and without a response.
 */
export function modelAgent(options: ModelAgentOptions, declared: readonly AgentTool[] = []): ServableTarget {
  const { openTools, ...named } = options
  const target = startedTarget(
    async (_isServed, openOptions) => {
      const opened = await openTools(openOptions)
      const own = new Set(opened.tools.map(({ name }) => name))
      const tools = [...opened.tools, ...declared.filter(({ name }) => !own.has(name))]
      return { ask: conversation(options, tools), close: opened.close }
    },
    { ...named, continues: false },
  )
  return {
    ...target,
    within: (environment, told = []) =>
      modelAgent(
        { ...options, environment },
        told.map(({ name, description = '', parameters }) => ({
          name,
          description,
          parameters: JsonObject.safeParse(parameters).data ?? { type: 'object' },
        })),
      ),
  }
}

function conversation(
  { model, instructions, maxRounds = 20, name, mayHaveTools = false }: ModelAgentOptions,
  tools: readonly AgentTool[],
): FunctionAgent {
  const told = {
    ...(instructions !== undefined && { instructions }),
    ...((tools.length > 0 || !mayHaveTools) && {
      toolDeclarations: tools.map(({ run: _run, ...tool }) => tool),
    }),
  }
  let before: readonly AgentMessage[] = []
  let count = 0
  const named = (call: ModelToolCall) => (call.id === '' ? { ...call, id: `call-${(count += 1)}` } : call)
  return async (_message, context) => {
    const { content, signal } = context
    const messages: AgentMessage[] = [...before, { role: 'user', content }]
    const events: object[] = []
    const prices: (number | undefined)[] = []
    let reply: AgentModelReply
    noteSoFar(() => ({ events, agents: { agent: told } }))
    for (let round = 0; ; round += 1) {
      reply = await model.generate({ instructions, messages, tools }, signal)
      const { text, thought = '', usage } = reply
      const calls = reply.toolCalls.map(named)
      events.push(spoke('agent', [{ thought }, text, ...calls.map(callPart)], { usage, model: reply.model ?? name }))
      prices.push(reply.dollars)
      messages.push({ role: 'assistant', text, ...(calls.length > 0 && { toolCalls: calls }) })
      if (calls.length === 0) break
      const uses = reply.waits ? await Promise.all(calls.map((call) => use(call, tools, context))) : []
      events.push(...(uses.some(isAnswered) ? [answered('agent', uses.filter(isAnswered).map(responseOf))] : []))
      messages.push(...calls.map((call, index) => resultOf(call, uses[index])))
      if (!uses.every(isAnswered) || uses.length === 0) break
      if (round >= maxRounds) throw endless(maxRounds)
    }
    before = messages
    const { text: response, finishReason } = reply
    return {
      events,
      ...(response !== '' && { response }),
      ...(finishReason !== undefined && { finishReason }),
      agents: { agent: told },
      ...(mayHaveTools && tools.length === 0 && { provenance: { toolCalls: 'unknown' as const } }),
      ...dollarsOf(prices),
    }
  }
}

type Use = {
  readonly call: ModelToolCall
  readonly answer?: unknown
  readonly problem?: string
  readonly nobody?: boolean
}
async function use(call: ModelToolCall, tools: readonly AgentTool[], context: FunctionContext): Promise<Use> {
  const tool = tools.find(({ name }) => name === call.name)
  const args = JsonObject.safeParse(call.args)
  if (!args.success) return { call, problem: 'The arguments are not a JSON object.' }
  let isUnanswered = false
  const nobody = () => void (isUnanswered = true)
  try {
    const answer = await context.tools.call(call.name, args.data, tool?.run ?? nobody)
    if (!isUnanswered) return { call, answer }
    // A server that declares no tools may have some of its own.
    if (tool !== undefined || tools.length === 0) return { call, nobody: true }
    return { call, problem: `There is no tool ${JSON.stringify(call.name)}.` }
  } catch (error) {
    context.signal.throwIfAborted()
    if (error instanceof EvalError && error.code !== 'agent') throw error
    // The model receives the error of a tool, and may go on without it.
    return { call, problem: excerpt(error instanceof Error ? error.message : String(error), 2000) }
  }
}

function isAnswered({ nobody = false }: Use): boolean {
  return !nobody
}

function callPart({ id, name, args }: ModelToolCall) {
  return { id, name, args }
}

function responseOf({ call: { id, name }, answer, problem }: Use) {
  return { id, name, response: problem === undefined ? answer : { error: problem } }
}

/** Models require a result for every call before the next message. */
function resultOf(
  call: ModelToolCall,
  { answer, problem, nobody = false }: Use = { call, nobody: true },
): AgentMessage {
  if (nobody) return { role: 'tool', call, text: 'Nobody answered.', failed: true }
  if (problem !== undefined) return { role: 'tool', call, text: problem, failed: true }
  const text = typeof answer === 'string' ? answer : (stringifyJson(answer) ?? '')
  return { role: 'tool', call, text: text.length > longest ? `${text.slice(0, longest)}… [cut]` : text }
}

/** Characters of a tool's response that the model receives. */
const longest = 100_000

/** One reply without a known price makes the sum unknown. */
function dollarsOf(prices: readonly (number | undefined)[]): { readonly dollars?: number } {
  const known = prices.flatMap((price) => price ?? [])
  return known.length < prices.length ? {} : { dollars: known.reduce((sum, price) => sum + price, 0) }
}

function endless(limit: number): EvalError {
  return new EvalError('agent', message('The model called tools {limit} times over and answered nothing', { limit }), {
    hint: message('If it needs more, raise maxRounds.'),
  })
}
