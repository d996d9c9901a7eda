import { z } from 'zod'
import { JsonObject, stringifyJson, EvalError, message } from '../../core/index.ts'
import type { ModelTool, ModelToolCall } from '../../models/language-model.ts'
import type { RealTool } from '../environment/environment.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { excerpt } from '../excerpt.ts'
import { contentWords } from '../http/content-words.ts'
import { checkedUrl, shownUrl } from '../http/http-redirects.ts'
import { jsonApi, type ApiOptions, type JsonApi } from '../http/json-api.ts'
import type { AgentMessage } from '../model-agent/agent-model.ts'
import { modelAgent } from '../model-agent/model-agent.ts'
import { chatReply } from './chat-reply.ts'

export type ChatEndpointOptions = ApiOptions & {
  readonly name?: string
  /** The server's name of the model; defaults to its only one. */
  readonly model?: string
  /** A system message before each conversation. */
  readonly instructions?: string
  /** Tools for the model; calls of those without `run` are answered by mocks, or end the exchange. */
  readonly tools?: readonly ChatTool[]
  /** Further fields of each request, such as `temperature`. */
  readonly body?: JsonObject
  readonly stream?: boolean
  /** Maximum of rounds of tool calls in one exchange; defaults to 20. */
  readonly maxRounds?: number
}

type ChatTool = {
  readonly name: string
  readonly description?: string
  readonly parameters?: JsonObject
  readonly run?: RealTool
}

/**
 * Makes a target of an agent or model behind OpenAI's chat API, whose tools are run here.
 *
 * @throws {EvalError} `target` when the model is ambiguous, `config` for unusable options
 */
export async function chatEndpoint(
  options: ChatEndpointOptions,
  redact: (text: string) => string = (text) => text,
): Promise<ServableTarget> {
  const { body = {}, stream = false } = options
  const base = baseOf(options.url)
  const address = addressBelow(base, 'chat/completions')
  const api = jsonApi(options, redact)
  const model = options.model ?? (await onlyModel(api, base))
  const tools = (options.tools ?? []).map(({ name, description = '', parameters = { type: 'object' }, run }) => ({
    name,
    description,
    parameters,
    run,
  }))
  return modelAgent({
    name: options.name ?? `openai:${model}@${shownUrl(base)}`,
    model: {
      async generate({ instructions, messages, tools: offered }, signal) {
        const asked = {
          ...body,
          model,
          messages: wireMessages(instructions, messages),
          ...(offered.length > 0 && { tools: offered.map(wireTool) }),
          ...(stream && { stream, stream_options: { include_usage: true } }),
        }
        const text = await api.text(address, { method: 'POST', body: asked, signal })
        if (text !== undefined) return chatReply(text, api)
        throw new EvalError(
          'agent',
          message('{address} is no chat API: it has no /chat/completions', { address: shownUrl(base) }),
          { hint: example },
        )
      },
    },
    instructions: options.instructions,
    mayHaveTools: true,
    maxRounds: options.maxRounds,
    ...(options.clock !== undefined && { clock: options.clock }),
    openTools: async () => ({ tools, close: async () => undefined }),
  })
}

const example = message('Write it like {example}', { example: 'openai:MODEL@http://127.0.0.1:8000/v1' })

/** The base address of the API, usually ending in `/v1`. Users may also give the address of the endpoint. */
function baseOf(text: string): URL {
  const url = checkedUrl(text, example)
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/chat\/completions$/, '')
  if (url.pathname === '/') url.pathname = '/v1'
  return url
}

function wireMessages(instructions: string | undefined, messages: readonly AgentMessage[]): readonly object[] {
  const system = instructions === undefined ? [] : [{ role: 'system', content: instructions }]
  return [...system, ...messages.map(wireMessage)]
}

function wireTool({ name, description, parameters }: ModelTool): object {
  return { type: 'function', function: { name, description, parameters } }
}

function wireMessage(said: AgentMessage): object {
  if (said.role === 'user') return { role: 'user', content: contentWords.openai(said.content) }
  if (said.role === 'tool') return { role: 'tool', tool_call_id: said.call.id, content: said.text }
  const { text, toolCalls = [] } = said
  if (toolCalls.length === 0) return { role: 'assistant', content: text }
  return { role: 'assistant', content: text === '' ? null : text, tool_calls: toolCalls.map(wireCall) }
}

function wireCall({ id, name, args }: ModelToolCall): object {
  // Servers parse the arguments in the history; invalid ones are in the error that the model receives.
  const object = JsonObject.safeParse(args)
  return { id, type: 'function', function: { name, arguments: stringifyJson(object.success ? object.data : {}) } }
}

/** Agents with a chat API often ignore the model's name, but servers of models need it. @throws {EvalError} `target` */
async function onlyModel(api: JsonApi, base: URL): Promise<string> {
  const models = await modelsOf(api, base)
  const [first, ...others] = models
  if (first === undefined) return 'default'
  if (others.length === 0) return first
  const address = shownUrl(base)
  const shown = models.slice(0, 20).map((model) => excerpt(model, 80))
  throw new EvalError(
    'target',
    message('{address} has {count} models: {models}', { address, count: models.length, models: shown.join(', ') }),
    { hint: message('Name one: openai:{model}@{address}, or --model', { model: shown[0] ?? '', address }) },
  )
}

function addressBelow(base: URL, path: string): string {
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`
  return url.href
}

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) })

async function modelsOf(api: JsonApi, base: URL): Promise<readonly string[]> {
  const text = await listed(api, addressBelow(base, 'models'))
  try {
    const list = text === undefined ? undefined : ModelList.safeParse(api.parse(text)).data
    return list?.data.map(({ id }) => id) ?? []
  } catch (error) {
    if (error instanceof EvalError) return []
    throw error
  }
}

async function listed(api: JsonApi, address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(10_000)
  try {
    return await api.text(address, { signal })
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof EvalError)) throw error
    // A server that refuses to list its models may still answer; an unreachable one is a wrong target.
    if (error.cause === undefined) return undefined
    throw new EvalError('target', error.sentence, { hint: error.hint, cause: error })
  }
}
