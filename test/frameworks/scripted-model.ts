import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Call = { readonly name: string; readonly args: Readonly<Record<string, unknown>> }
type Said = { readonly text: string } | { readonly calls: readonly Call[] }

/** What a conversation looks like on every wire: who said what since the user last spoke, and how often the user spoke. */
type Asked = {
  readonly users: readonly string[]
  /** What the tools answered since. */
  readonly answers: readonly string[]
  readonly tools: readonly string[]
  /** Whether another agent has taken over. */
  readonly transferred?: boolean
  /** The JSON Schema that the answer has to keep to. */
  readonly schema?: unknown
}

export type ScriptedModel = { readonly url: string; readonly requests: unknown[]; close(): void }

/**
 * A model on loopback that speaks the wires of OpenAI (chat and responses), Gemini and Anthropic, streamed or not. Each of its
 * answers takes 10 tokens in and 5 out. It calls tools by what the user's last message asks for (in its own words, or as
 * `[[lookup {"id": 1} | search {"query": "x"}]] [[then_this {}]]`), then tells what came of them behind the number of the user's
 * messages: a lost history is a wrong number. Where the user says "cut short", its answer is one that was cut by its length; where
 * the user says "fails after", it fails once it has heard of the weather.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: unknown[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const asked = body === '' ? {} : JSON.parse(body)
      requests.push({ url: request.url, ...asked })
      const path = request.url ?? ''
      if (path.includes('count_tokens')) return answerJson(response, { input_tokens: 10 })
      if (path.includes('/chat/completions')) return chat(asked, response)
      if (path.includes('/responses')) return responses(asked, response)
      if (path.includes('enerateContent')) return gemini(asked, response, path)
      if (path.includes('/messages')) return anthropic(asked, response)
      response.writeHead(404).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function say({ users, answers, tools, transferred = false, schema }: Asked): Said {
  const last = users.at(-1) ?? ''
  const transfer = tools.find((tool) => tool.startsWith('transfer'))
  const words = `${users.length}: ${answers.length === 0 ? last : answers.join(' and ')}`
  const told = { text: schema === undefined ? words : JSON.stringify(filled(schema, words)) }
  if (last.includes('hand over') && transfer !== undefined && !transferred) {
    return { calls: [{ name: transfer, args: transfer === 'transfer_to_agent' ? { agentName: 'billing' } : {} }] }
  }
  const written = writtenSteps(last)
  const steps: readonly Call[][] =
    written.length > 0
      ? written
      : last.includes('both')
        ? [[weather('Kyoto'), weather('Osaka')]]
        : last.includes('then')
          ? [[weather('Kyoto')], [{ name: 'search', args: { query: 'umbrellas' } }]]
          : last.includes('weather')
            ? [[weather('Kyoto')]]
            : []
  let made = 0
  for (const calls of steps) {
    // A model calls what it was offered; the guard or the summary beside an agent has other tools, or none.
    const isOffered = calls.every(({ name }) => tools.some((tool) => tool.endsWith(name)))
    if (made === answers.length && isOffered) return { calls }
    made += calls.length
  }
  return told
}

function isCut(said: Said): boolean {
  return 'text' in said && said.text.includes('cut short')
}

function writtenSteps(asked: string): readonly Call[][] {
  return [...asked.matchAll(/\[\[(.*?)\]\]/g)].map(([, step = '']) =>
    [...step.matchAll(/(\w+) (\{.*?\})(?: \||$)/g)].map(([, name = '', args = '']) => ({
      name,
      args: JSON.parse(args),
    })),
  )
}

/** Something that keeps to a schema, with the words wherever a text stands. */
function filled(schema: Wire, words: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (branch !== undefined) return filled(branch, words)
  const kind = String(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase()
  if (kind === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, filled(one, words)]))
  if (kind === 'array') return [filled(schema.items ?? {}, words)]
  if (kind === 'number' || kind === 'integer') return 1
  return kind === 'boolean' ? true : words
}

// oxlint-disable-next-line typescript/no-explicit-any -- what came over a wire, read by hand
type Wire = any

function weather(city: string): Call {
  return { name: 'get_weather', args: { city } }
}

function chat(asked: Wire, response: ServerResponse): void {
  const since = asked.messages.findLastIndex((message: Wire) => message.role === 'user')
  const said = say({
    users: asked.messages
      .filter((message: Wire) => message.role === 'user')
      .map((message: Wire) => plain(message.content)),
    answers: asked.messages
      .slice(since)
      .filter((message: Wire) => message.role === 'tool')
      .map((message: Wire) => plain(message.content)),
    tools: (asked.tools ?? []).map((tool: Wire) => tool.function.name),
    schema: asked.response_format?.json_schema?.schema,
  })
  if (isFailure(asked.messages)) return fail(response)
  const calls =
    'calls' in said
      ? said.calls.map(({ name, args }, index) => ({
          index,
          id: callId(asked.messages.length, index),
          type: 'function',
          function: { name, arguments: JSON.stringify(args) },
        }))
      : undefined
  const finish_reason = calls !== undefined ? 'tool_calls' : isCut(said) ? 'length' : 'stop'
  const message =
    'text' in said ? { role: 'assistant', content: said.text } : { role: 'assistant', content: null, tool_calls: calls }
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  const head = { id: `chatcmpl-${randomUUID()}`, created: 1750000000, model: asked.model }
  if (asked.stream !== true)
    return answerJson(response, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage,
    })
  const object = 'chat.completion.chunk'
  answerEvents(response, [
    ...(calls ?? [undefined]).map((call) => {
      const delta = call === undefined ? message : { role: 'assistant', tool_calls: [call] }
      return { ...head, object, choices: [{ index: 0, delta, finish_reason: null }] }
    }),
    { ...head, object, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...head, object, choices: [], usage },
    '[DONE]',
  ])
}

function responses(asked: Wire, response: ServerResponse): void {
  const input: Wire[] = typeof asked.input === 'string' ? [{ role: 'user', content: asked.input }] : asked.input
  const since = input.findLastIndex((entry) => entry.role === 'user')
  const said = say({
    users: input.filter((entry) => entry.role === 'user').map((entry) => plain(entry.content)),
    answers: input
      .slice(since)
      .filter((entry) => entry.type === 'function_call_output' && !plain(entry.output).includes('assistant'))
      .map((entry) => plain(entry.output)),
    tools: (asked.tools ?? []).flatMap((tool: Wire) => tool.name ?? []),
    schema: asked.text?.format?.schema,
  })
  if (isFailure(input)) return fail(response)
  const output =
    'text' in said
      ? [
          {
            type: 'message',
            id: `msg_${randomUUID()}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: said.text, annotations: [], logprobs: [] }],
          },
        ]
      : said.calls.map(({ name, args }, index) => ({
          type: 'function_call',
          id: `fc_${callId(input.length, index)}`,
          call_id: callId(input.length, index),
          name,
          arguments: JSON.stringify(args),
          status: 'completed',
        }))
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
  const whole = {
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: 1750000000,
    status: isCut(said) ? 'incomplete' : 'completed',
    incomplete_details: isCut(said) ? { reason: 'max_output_tokens' } : null,
    model: asked.model,
    instructions: asked.instructions ?? null,
    tools: asked.tools ?? [],
    output,
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15, ...details },
  }
  if (asked.stream !== true) return answerJson(response, whole)
  const pieces = output.flatMap((item: Wire, output_index: number) => [
    { type: 'response.output_item.added', output_index, item: { ...item, arguments: '', content: [] } },
    item.type === 'message'
      ? {
          type: 'response.output_text.delta',
          item_id: item.id,
          output_index,
          content_index: 0,
          delta: item.content[0].text,
        }
      : { type: 'response.function_call_arguments.delta', item_id: item.id, output_index, delta: item.arguments },
    { type: 'response.output_item.done', output_index, item },
  ])
  answerEvents(
    response,
    [
      { type: 'response.created', response: { ...whole, output: [], status: 'in_progress' } },
      ...pieces,
      { type: `response.${whole.status}`, response: whole },
    ],
    true,
  )
}

function gemini(asked: Wire, response: ServerResponse, path: string): void {
  const parts = (content: Wire) => content.parts ?? []
  const isUser = (content: Wire) =>
    content.role === 'user' && parts(content).some((part: Wire) => isUserText(part.text))
  const since = asked.contents.findLastIndex(isUser)
  const said = say({
    users: asked.contents.filter(isUser).map((content: Wire) =>
      parts(content)
        .map((part: Wire) => part.text)
        .join(''),
    ),
    answers: asked.contents
      .slice(since)
      .flatMap((content: Wire) => parts(content).flatMap((part: Wire) => part.functionResponse ?? []))
      .filter((answer: Wire) => answer.name !== 'transfer_to_agent')
      .map((answer: Wire) => String(Object.values(answer.response)[0])),
    tools: (asked.tools ?? []).flatMap((tool: Wire) => tool.functionDeclarations ?? []).map((tool: Wire) => tool.name),
    transferred: JSON.stringify(asked.contents.slice(since)).includes('transfer_to_agent'),
    schema: asked.generationConfig?.responseSchema ?? asked.generationConfig?.responseJsonSchema,
  })
  if (isFailure(asked.contents)) return fail(response)
  const answer = {
    candidates: [
      {
        content: {
          role: 'model',
          parts:
            'text' in said
              ? [{ text: said.text }]
              : said.calls.map(({ name, args }) => ({ functionCall: { name, args } })),
        },
        finishReason: isCut(said) ? 'MAX_TOKENS' : 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'gemini-2.5-flash',
  }
  if (path.includes('stream')) return answerEvents(response, [answer])
  answerJson(response, answer)
}

// ADK tells an agent that takes over what others said, in the user's name.
function isUserText(said: unknown): boolean {
  return typeof said === 'string' && !/^(For context:|\[|Continue processing|Handle the requests)/.test(said)
}

function anthropic(asked: Wire, response: ServerResponse): void {
  const blocks = (message: Wire) =>
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  const texts = (message: Wire) =>
    blocks(message)
      .filter((block: Wire) => block.type === 'text' && !block.text.startsWith('<system-reminder>'))
      .map((block: Wire) => block.text)
      .join('')
  const isUser = (message: Wire) => message.role === 'user' && texts(message) !== ''
  const since = asked.messages.findLastIndex(isUser)
  const names: string[] = (asked.tools ?? []).map((tool: Wire) => tool.name)
  const said = say({
    users: asked.messages.filter(isUser).map(texts),
    answers: asked.messages
      .slice(since)
      .flatMap((message: Wire) => blocks(message).filter((block: Wire) => block.type === 'tool_result'))
      .map((block: Wire) => plain(block.content)),
    // Tools of a server are there before they are listed.
    tools: [...names, 'get_weather', 'search'],
  })
  if (isFailure(asked.messages)) return fail(response)
  const named = (name: string) => names.find((full) => full.endsWith(name)) ?? `mcp__weather__${name}`
  const content =
    'text' in said
      ? [{ type: 'text', text: said.text }]
      : said.calls.map(({ name, args }, index) => ({
          type: 'tool_use',
          id: `toolu_${callId(asked.messages.length, index)}`,
          name: named(name),
          input: args,
        }))
  const stop_reason = isCut(said) ? 'max_tokens' : 'text' in said ? 'end_turn' : 'tool_use'
  const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const head = {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: asked.model,
    stop_sequence: null,
  }
  if (asked.stream !== true) return answerJson(response, { ...head, content, stop_reason, usage })
  answerEvents(
    response,
    [
      {
        type: 'message_start',
        message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      ...content.flatMap((block: Wire, index) => [
        {
          type: 'content_block_start',
          index,
          content_block: block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
        },
        {
          type: 'content_block_delta',
          index,
          delta:
            block.type === 'text'
              ? { type: 'text_delta', text: block.text }
              : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ],
    true,
  )
}

function plain(content: unknown): string {
  if (typeof content === 'string')
    return content.startsWith('{') ? String(Object.values(JSON.parse(content))[0]) : content
  if (Array.isArray(content)) return content.map((part: Wire) => part.text ?? '').join('')
  if (typeof content === 'object' && content !== null && 'text' in content) return String(content.text)
  return JSON.stringify(content)
}

function isFailure(messages: unknown): boolean {
  const asked = JSON.stringify(messages)
  return asked.includes('the model fails') || (asked.includes('fails after') && asked.includes('Kyoto is sunny'))
}

function fail(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ error: { message: 'the model has a headache', code: 400, type: 'invalid_request_error' } }),
  )
}

function callId(messages: number, index: number): string {
  return `call_${messages}_${index}`
}

function answerJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function answerEvents(response: ServerResponse, events: readonly unknown[], named = false): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event)
    response.write(`${named ? `event: ${(event as Wire).type}\n` : ''}data: ${data}\n\n`)
  }
  response.end()
}
