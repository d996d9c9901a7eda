import { EvalError, JsonObject, stringifyJson } from '../../core/index.ts'
import type { TraceReceiver } from '../../traces/receiver/trace-receiver.ts'
import { agentConversation, tracedConversation, type AgentRequest } from '../agent-conversation.ts'
import { declaredMocks } from '../environment/declared-mocks.ts'
import { canContinue, modelsOf, noteSoFar } from '../environment/environment.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { servedTools } from '../environment/served-tools.ts'
import { hasMedia } from './content-words.ts'
import { fetchAtPace } from './fetch-at-pace.ts'
import { bodyBeginning, readBody, tooLong } from './http-body.ts'
import { endpointOf, placeholderValues, type Endpoint, type HttpTargetOptions } from './http-endpoint.ts'
import { brokenOffAnswer, networkError, statusError } from './http-errors.ts'
import { fillJson, fillText } from './json-template.ts'

/**
 * Reaches an agent behind an HTTP address that takes and gives JSON. A string in `body` that is one placeholder
 * becomes the JSON value; inside a longer string it becomes text: `{{message}}`, `{{content}}` (`.openai`,
 * `.anthropic`, `.gemini`), `{{history}}`, `{{session}}` (`.state`, `.id`, `.appName`, `.userId`), `{{case.id}}`,
 * `{{conversation}}`, `{{input}}` and `{{tools}}`, the address for tool calls.
 *
 * @throws {EvalError} `config` for an invalid URL, header, path or placeholder
 * @example
 * httpTarget({
 *   url: 'http://127.0.0.1:8000/v1/chat/completions',
 *   body: { messages: [{ role: 'user', content: '{{message}}' }] },
 *   response: { response: '$.choices[0].message.content' },
 * })
 */
export function httpTarget(
  options: HttpTargetOptions,
  redact = (text: string) => text,
  receiver?: TraceReceiver,
): ServableTarget {
  const { environment = [declaredMocks()], clock = () => new Date() } = options
  const endpoint = endpointOf(options, redact)
  const tools = servedTools(environment)
  return {
    name: options.name ?? endpoint.address,
    // A server that receives the whole history each time needs no earlier request.
    continues: endpoint.placeholders.has('history') && canContinue(environment),
    environmentModels: modelsOf(environment),
    receivesSpans: receiver !== undefined,
    environment: options.environment,
    within: endpoint.placeholders.has('tools')
      ? (sources) => httpTarget({ ...options, environment: sources }, redact, receiver)
      : undefined,
    async open(evalCase, openOptions) {
      openOptions.signal.throwIfAborted()
      const traced = await tracedConversation(evalCase, receiver, { isOwnProgram: false })
      const served = tools.open(evalCase, openOptions)
      return agentConversation(evalCase, openOptions, {
        ...traced,
        clock,
        ask: (request, signal, answered, begun) =>
          served.exchange(request, signal, (asked) => ask(endpoint, asked, { signal, answered, begun, clock })),
        close: () => served.close(),
        redact: endpoint.redact,
      })
    },
    async close() {
      await tools.close()
      await receiver?.close()
    },
  }
}

type HttpTargetQuestion = {
  readonly signal: AbortSignal
  readonly answered: () => void
  readonly begun: () => void
  readonly clock: () => Date
}

async function ask(
  endpoint: Endpoint,
  request: AgentRequest,
  { signal, answered, begun, clock }: HttpTargetQuestion,
): Promise<unknown> {
  const values = placeholderValues(request)
  const { method, address } = endpoint
  const headers = headersFor(endpoint, request)
  const body = endpoint.body === undefined ? undefined : stringifyJson(bodyFor(endpoint, request))
  const url = fillText(endpoint.url, values, encodeURIComponent)
  begun()
  let response: Response | undefined
  try {
    response = await fetchAtPace(url, { method, headers, body, signal })
    if (!response.ok) {
      throw statusError(response, { address, body: endpoint.redact(await bodyBeginning(response)), now: clock() })
    }
    const { text, cut } = await readBody(response, endpoint.maxReplyBytes, (soFar) =>
      noteSoFar(() =>
        endpoint.readAnswer({ text: soFar.slice(0, soFar.lastIndexOf('\n') + 1), isPlain: true }, request),
      ),
    )
    answered()
    if (cut) throw tooLong(address, endpoint.maxReplyBytes)
    const isPlain = /^text\/plain\b/i.test(response.headers.get('content-type') ?? '')
    return await endpoint.readAnswer({ text, isPlain }, request)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EvalError) throw error
    throw response === undefined ? networkError(error, address) : brokenOffAnswer(error, address)
  }
}

function headersFor({ headers }: Endpoint, { traceparent }: AgentRequest): Headers {
  if (traceparent === undefined || headers.has('traceparent')) return headers
  const traced = new Headers(headers)
  traced.set('traceparent', traceparent)
  return traced
}

function bodyFor({ body, bodyIsInput }: Endpoint, request: AgentRequest): unknown {
  const filled = fillJson(body, placeholderValues(request))
  if (!bodyIsInput) return filled
  const { input, content } = request
  return { ...input, ...JsonObject.parse(filled), ...(hasMedia(content) && { content }) }
}
