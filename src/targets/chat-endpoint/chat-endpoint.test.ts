import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EvalError, responseTextOf, toEnglish, toolCallsOf, type EvalCase } from '../../core/index.ts'
import { declaredMocks } from '../environment/declared-mocks.ts'
import { targetContract } from '../target.contract.ts'
import { chatEndpoint, type ChatEndpointOptions } from './chat-endpoint.ts'

const { signal } = new AbortController()
const weather = { name: 'get_weather', description: 'The weather of a city.', parameters: { type: 'object' } }
const saying = (words: string) => ({ role: 'user', parts: [{ text: words }] })
const asked = (id: string, args: string, name = 'get_weather') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})

targetContract('a chat endpoint', async () => {
  const { url, requests, stop } = await serve(({ messages }, response) => {
    const said = messages.filter(({ role }: { role: string }) => role === 'user')
    if (said.at(-1).content !== 'never answer') answer(response, { content: `${said.length}: ${said.at(-1).content}` })
  })
  return { target: await chatEndpoint({ url }), seenByAgent: () => JSON.stringify(requests), stop }
})

describe('a chat endpoint', () => {
  it('is asked again with what its tools gave, and the exchange has calls, answers and tokens', async () => {
    const { url, requests } = await serve(({ messages }, response) =>
      answer(
        response,
        messages.at(-1).role === 'tool'
          ? { content: messages.map(({ content }: { content: unknown }) => content).join('|') }
          : { content: null, tool_calls: [asked('a', '{"city":"Kyoto"}'), asked('b', '{"city":"大阪"}')] },
      ),
    )
    const invocation = await ask({
      url,
      tools: [{ ...weather, run: ({ city }) => ({ city, degrees: 34 }) }],
      instructions: 'Be brief.',
      body: { temperature: 0 },
    })
    expect(toolCallsOf(invocation)).toMatchObject([{ args: { city: 'Kyoto' } }, { args: { city: '大阪' } }])
    expect(responseTextOf(invocation)).toBe(
      'Be brief.|How warm is it?||{"city":"Kyoto","degrees":34}|{"city":"大阪","degrees":34}',
    )
    expect(invocation).toMatchObject({ modelCalls: 2, usage: { inputTokens: 24, outputTokens: 10 } })
    expect(invocation.agents?.['agent']?.instructions).toBe('Be brief.')
    expect(JSON.stringify(invocation.agents?.['agent']?.toolDeclarations)).toContain('The weather of a city.')
    expect(requests[0]).toMatchObject({ model: 'm1', temperature: 0, tools: [{ type: 'function', function: weather }] })
  })

  it.each([
    ['length', 'Raise max_tokens in body, or have the model think less: all it may say was used before it answered'],
    ['content_filter', 'The server held the answer back: its filter, or its logs, say why'],
  ])('that ended before it said anything, by %s, gave no answer', async (end, hint) => {
    const { url } = await serve((_request, response) =>
      answer(response, { content: '', reasoning_content: 'Let me think about' }, end),
    )
    const failure = await ask({ url }).catch((error: unknown) => error)
    const message = `The chat API ended without an answer: ${end}`
    expect(failure).toMatchObject({ code: 'agent', message, hint: { text: hint } })
  })

  it.each([
    ['Par', 'length', 'Par'],
    ['', 'stop', undefined],
  ])('that said %j and ended by %s has answered that', async (content, end, response) => {
    const { url } = await serve((_request, served) => answer(served, { content }, end))
    expect(responseTextOf(await ask({ url }))).toBe(response)
  })

  it('tells how its answer ended', async () => {
    const { url } = await serve((_request, served) => answer(served, { content: 'Par' }, 'length'))
    expect(await ask({ url })).toMatchObject({ finishReason: 'length' })
  })

  it.each([
    [{ error: { code: 502, message: 'Provider disconnected' } }, 'Provider disconnected'],
    [
      { choices: [{ message: { content: '' }, finish_reason: 'error', error: { code: 429, message: 'too many' } }] },
      'too many',
    ],
    [
      { choices: [{ message: { content: '' }, finish_reason: 'error' }] },
      'The chat API ended without an answer: error',
    ],
  ])('that failed inside a 200 gave no answer: %j', async (body, problem) => {
    const { url } = await serve((_request, served) => {
      served.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await expect(ask({ url })).rejects.toThrow(problem)
  })

  it('may have called tools that nobody told us of, unless it was told its tools', async () => {
    const { url } = await serve((_request, served) => answer(served, { content: 'It is warm.' }))
    expect(toolCallsOf(await ask({ url }))).toBeUndefined()
    expect(toolCallsOf(await ask({ url, tools: [weather] }))).toEqual([])
  })

  it('goes on over several turns with all that was said', async () => {
    const { url } = await serve(({ messages }, response) =>
      answer(
        response,
        messages.at(-1).role === 'user'
          ? { content: '', tool_calls: [asked('', '{}')] }
          : { content: messages.map(({ role, tool_call_id: id }: Record<string, unknown>) => id ?? role).join(' ') },
      ),
    )
    const target = await chatEndpoint({ url, tools: [{ ...weather, run: () => 'warm' }] })
    const conversation = await target.open(named('one'), { signal })
    await conversation.say(saying('Kyoto?'), signal)
    const second = await conversation.say(saying('And Osaka?'), signal)
    expect(second && responseTextOf(second)).toBe('user assistant call-1 assistant user assistant call-2')
  })

  it('ends the exchange with a call that nobody answers, and with calls of tools that it runs itself', async () => {
    const { url } = await serve((_body, response) =>
      answer(response, { content: null, tool_calls: [asked('a', '{"city":"Kyoto"}')] }),
    )
    const waiting = await ask({ url, tools: [weather] })
    expect([toolCallsOf(waiting)?.length, waiting.finalResponse]).toEqual([1, undefined])
    const { url: own } = await serve((_body, response) =>
      answer(response, { content: '34 degrees', tool_calls: [asked('a', '{"city":"Kyoto"}', 'theirs')] }, 'stop'),
    )
    const told = await ask({ url: own })
    expect(toolCallsOf(told)).toMatchObject([{ name: 'theirs', args: { city: 'Kyoto' } }])
    expect(responseTextOf(told)).toBe('34 degrees')
  })

  it('is told which tools there are by whoever answers them, and hears of mistakes', async () => {
    const { url, requests } = await serve(({ messages }, response) =>
      answer(
        response,
        messages.at(-1).role === 'tool'
          ? {
              content: messages
                .slice(2)
                .map(({ content }: { content: string }) => content)
                .join('|'),
            }
          : { content: null, tool_calls: [asked('a', '{"city":'), asked('b', '{}', 'gone'), asked('c', '{}')] },
      ),
    )
    const target = await chatEndpoint({ url })
    const mocks = declaredMocks({ get_weather: [{ injected_response: { degrees: 20 } }] })
    const conversation = await target.within?.([mocks], [weather]).open(named('one'), { signal })
    const invocation = await conversation?.say(saying('hot?'), signal)
    expect(requests[0]?.['tools']).toEqual([{ type: 'function', function: weather }])
    expect(invocation && responseTextOf(invocation)).toBe(
      'The arguments are not a JSON object.|There is no tool "gone".|{"degrees":20}',
    )
    expect(invocation && toolCallsOf(invocation)?.[0]).toMatchObject({ name: 'get_weather', malformed: '{"city":' })
  })

  it('is read from a stream, whose calls come in pieces', async () => {
    const { url } = await serve(({ messages, stream }, response) => {
      expect(stream).toBe(true)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const deltas =
        messages.at(-1).role === 'tool'
          ? [{ content: '34 ' }, { content: 'degrees' }]
          : [
              { tool_calls: [{ index: 0, id: 'a', function: { name: 'get_weather', arguments: '' } }] },
              { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
              { tool_calls: [{ index: 1, id: 'b', function: { name: 'get_weather', arguments: '{"city":"大阪"}' } }] },
              { tool_calls: [{ index: 0, function: { arguments: '"Kyoto"}' } }] },
            ]
      for (const delta of deltas) response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`)
      response.write(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
    const invocation = await ask({ url, stream: true, tools: [{ ...weather, run: () => 34 }] })
    expect(toolCallsOf(invocation)).toMatchObject([{ args: { city: 'Kyoto' } }, { args: { city: '大阪' } }])
    expect(responseTextOf(invocation)).toBe('34 degrees')
    expect(invocation.usage).toMatchObject({ inputTokens: 6, outputTokens: 4 })
  })

  it('gave no answer in a stream that ends without an end, of which the rest is unknown', async () => {
    const { url } = await serve((_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${JSON.stringify({ choices: [{ delta: { content: 'It is' }, finish_reason: null }] })}\n\n`)
    })
    await expect(ask({ url, stream: true })).rejects.toMatchObject({
      message: 'The chat API broke off its answer: its stream ended without an end',
      retryable: true,
    })
  })

  it.each([
    ['a status', (response: ServerResponse) => response.writeHead(429, { 'retry-after': '2' }).end('slow down'), /429/],
    [
      'an error',
      (response: ServerResponse) => response.end('{"error":{"message":"no \\u001b[2J quota"}}'),
      /no \\u001b/,
    ],
    ['a page', (response: ServerResponse) => response.end('<html>'), /not JSON/],
    ['something else', (response: ServerResponse) => response.end('{"answer":1}'), /no choices/],
    ['no end', (response: ServerResponse) => response.end(' '.repeat(2000)), /more than 1000 bytes/],
  ])('fails with its own words when it answers with %s', async (_what, reply, expected) => {
    const { url } = await serve((_body, response) => void reply(response))
    const failure = await ask({ url, maxReplyBytes: 1000 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EvalError)
    expect(failure).toMatchObject({ code: 'agent', message: expect.stringMatching(expected) })
  })

  it('stops a model that does nothing but call tools', async () => {
    const { url } = await serve((_body, response) =>
      answer(response, { content: null, tool_calls: [asked('a', '{}')] }),
    )
    await expect(ask({ url, tools: [{ ...weather, run: () => 1 }], maxRounds: 2 })).rejects.toThrow(/2 times over/)
  })

  it('has to be named where the server has several, and nobody there is a wrong target', async () => {
    const { url } = await serve(() => undefined, ['qwen3', 'gemma'])
    const failure = await chatEndpoint({ url }).catch((error: unknown) => error)
    expect(
      failure instanceof EvalError && [failure.code, toEnglish(failure.sentence).replace(/\d{4,}/, 'PORT')],
    ).toEqual(['target', 'http://127.0.0.1:PORT/v1 has 2 models: qwen3, gemma'])
    expect((await chatEndpoint({ url, model: 'gemma' })).name).toMatch(/^openai:gemma@http/)
    await expect(chatEndpoint({ url: 'http://127.0.0.1:1/v1' })).rejects.toMatchObject({ code: 'target' })
  })
})

async function ask(options: ChatEndpointOptions) {
  const conversation = await (await chatEndpoint(options)).open(named('one'), { signal })
  const invocation = await conversation.say(saying('How warm is it?'), signal)
  if (invocation === undefined) throw new Error('there was no answer')
  return invocation
}

function named(id: string): EvalCase {
  return { id, conversation: [] }
}

function answer(
  response: ServerResponse,
  message: object,
  end = 'tool_calls' in message ? 'tool_calls' : 'stop',
): void {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: end }]
  response.end(JSON.stringify({ model: 'm1', choices, usage: { prompt_tokens: 12, completion_tokens: 5 } }))
}

type Body = ReturnType<typeof JSON.parse>

/** A server of the chat API. */
async function serve(reply: (body: Body, response: ServerResponse) => void, models = ['m1']) {
  const requests: Record<string, unknown>[] = []
  const server = createServer((request: IncomingMessage, response) => {
    if (request.url === '/v1/models') return void response.end(JSON.stringify({ data: models.map((id) => ({ id })) }))
    void text(request).then((body) => {
      const read: Body = JSON.parse(body)
      requests.push(read)
      reply(read, response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return { url: `http://127.0.0.1:${port}/v1`, requests, stop }
}
