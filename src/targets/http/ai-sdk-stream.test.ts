import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isStepCount, streamText, tool } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allToolCallsOf, type Invocation, knownBy, textOf, toolCallsOf, toolResponsesOf } from '../../core/index.ts'
import { type Reply, toInvocation } from '../reply/reply.ts'
import { aiSdkStream } from './ai-sdk-stream.ts'
import { withTargetTimeout } from '../with-timeout.ts'
import { httpTarget } from './http-target.ts'

const { signal } = new AbortController()
const timing = { durationSeconds: 0, createdAt: 0 }
const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

describe('the UI message stream of the AI SDK', () => {
  it('is read as an answer with its tool calls, thoughts and end', async () => {
    const said = await askPage(weatherModel('stop'))
    expect(textOf(said?.finalResponse)).toBe('It is 3 degrees in Oslo.')
    expect(said && toolCallsOf(said)).toMatchObject([{ name: 'get_weather', args: { city: 'Oslo' } }])
    expect(said && knownBy(said, 'toolCalls')).toBe('reported')
    expect(said?.finishReason).toBe('stop')
    const parts = said?.steps?.form === 'events' ? said.steps.events.flatMap(({ content }) => content?.parts ?? []) : []
    expect(parts).toMatchObject([
      { text: 'I look it up.', thought: true },
      { toolCall: { name: 'get_weather' } },
      { toolResponse: { name: 'get_weather', response: { degrees: 3 } } },
    ])
  })

  it('says that an answer was cut', async () => {
    expect(await askPage(weatherModel('length'))).toMatchObject({ finishReason: 'length' })
  })

  it('that breaks off before its end is cut', () => {
    const whole = sse({ type: 'start' }, { type: 'text-delta', id: '1', delta: 'It is' })
    expect(read(whole)).not.toHaveProperty('finishReason')
    expect(read(whole.replace('data: [DONE]', ''))).toMatchObject({
      events: [{}],
      finishReason: 'aborted',
      provenance: { brokenOff: true },
    })
  })

  it('that fails is an error of the agent, with its text', () => {
    const text = sse(
      { type: 'start' },
      { type: 'text-delta', id: '1', delta: 'It' },
      { type: 'error', errorText: 'quota' },
    )
    expect(() => read(text)).toThrow('The agent’s stream has an error: quota')
  })

  it('has an answer to a call that it does not have, and does not make one up', () => {
    const output = { type: 'tool-output-available', toolCallId: 'a', output: 3 }
    const said = toInvocation({}, read(sse({ type: 'start' }, output, { type: 'finish' })) as Reply, timing)
    expect(toolCallsOf(said)).toEqual([])
    expect([toolResponsesOf(said), allToolCallsOf(said)]).toMatchObject([[{ id: 'a' }], undefined])
  })

  it('keeps a call of which only the beginning came as it was written', () => {
    const text = sse(
      { type: 'start' },
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'pay' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"amount": 5' },
      { type: 'finish', finishReason: 'length' },
    )
    expect(read(text)).toMatchObject({
      events: [{ content: { parts: [{ toolCall: { name: 'pay', args: '{"amount": 5' } }] } }],
    })
  })

  it.each([
    'Paris',
    '{"response":"Paris"}',
    'data: {"choices":[{"delta":{"content":"Pa"}}]}\n\n',
    'data: {"type":"ping"}\n\n',
  ])('is told apart from %j', (text) => {
    expect(read(text)).toBeUndefined()
  })
})

describe('what the agent did before its stream', () => {
  const call = { type: 'tool-input-available', toolCallId: 'a', toolName: 'pay', input: { sum: 7 } }
  const begun = [{ type: 'start' }, call].map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('')

  it.each([
    [
      'failed',
      /no disk/,
      (response: ServerResponse) => response.end('data: {"type":"error","errorText":"no disk"}\n\n'),
    ],
    ['lost its connection', /broke off/, (response: ServerResponse) => setTimeout(() => response.destroy(), 20)],
    ['fell silent', /took longer/, (response: ServerResponse) => response.write('data: {"type":"to')],
  ])('%s is kept', async (_how, problem, end) => {
    const url = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(begun)
      end(response)
    })
    const conversation = await withTargetTimeout(httpTarget({ url }), 500).open({ id: 'c' }, { signal })
    await expect(conversation.say({ role: 'user', parts: [{ text: 'pay' }] }, signal)).rejects.toThrow(problem)
    const seen = await conversation.unfinished?.()
    expect(seen && toolCallsOf(seen)).toEqual([{ id: 'a', name: 'pay', args: { sum: 7 } }])
    expect(seen).toMatchObject({ provenance: { brokenOff: true } })
  })
})

describe('the data stream of the AI SDK', () => {
  it('is read as an answer with its tool calls', () => {
    const text = [
      'f:{"messageId":"m"}',
      'g:"I look it up."',
      '9:{"toolCallId":"c","toolName":"get_weather","args":{"city":"Oslo"}}',
      'a:{"toolCallId":"c","result":{"degrees":3}}',
      'e:{"finishReason":"tool-calls","usage":{"promptTokens":5,"completionTokens":2},"isContinued":false}',
      '0:"It is 3 "',
      '0:"degrees."',
      'd:{"finishReason":"stop","usage":{"promptTokens":12,"completionTokens":6}}',
    ]
    expect(read(`${text.join('\n')}\n`)).toMatchObject({
      events: [
        {
          content: {
            parts: [{ text: 'I look it up.', thought: true }, { toolCall: { id: 'c', args: { city: 'Oslo' } } }],
          },
        },
        { content: { parts: [{ toolResponse: { id: 'c', name: 'get_weather', response: { degrees: 3 } } }] } },
        { content: { parts: [{ text: 'It is 3 degrees.' }] } },
      ],
      finishReason: 'stop',
      usage: { promptTokens: 12, completionTokens: 6 },
    })
  })

  it('may carry values for the page that cannot be made a text', () => {
    const text = ['2:[{"toString":"yours"}]', '0:"It"', '8:[{"toString":1}]', 'd:{"finishReason":"stop"}'].join('\n')
    expect(read(text)).toMatchObject({ events: [{ content: { parts: [{ text: 'It' }] } }], finishReason: 'stop' })
  })

  it('that fails is an error of the agent', () => {
    expect(() => read('0:"It"\n3:"the model is overloaded"\n')).toThrow('the model is overloaded')
  })

  it.each(['1: {"a": 1}', '0:"a"\nand more', '5:"o clock"'])('is told apart from %j', (text) => {
    expect(read(text)).toBeUndefined()
  })
})

function read(text: string) {
  return aiSdkStream(text, (shown) => shown)
}

function sse(...chunks: readonly object[]): string {
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((line) => `data: ${line}\n\n`).join('')
}

type Part =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Chunk> ? Chunk : never

/** Calls its tool, and answers when it has what that gave. */
function weatherModel(end: 'stop' | 'length') {
  const usage = {
    inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 2, text: 2, reasoning: undefined },
  }
  const lookedUp: Part[] = [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'I look it up.' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'get_weather', input: '{"city":"Oslo"}' },
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
  ]
  const answered: Part[] = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'It is 3 degrees ' },
    { type: 'text-delta', id: 't', delta: 'in Oslo.' },
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: { unified: end, raw: undefined }, usage },
  ]
  const replies = [lookedUp, answered]
  return new MockLanguageModelV4({
    doStream: async () => ({ stream: simulateReadableStream({ chunks: replies.shift() ?? [] }) }),
  })
}

/** What a page's route would send, read by the target. */
async function askPage(model: MockLanguageModelV4): Promise<Invocation | undefined> {
  const url = await serve((response) => {
    streamText({
      model,
      prompt: 'How warm is it in Oslo?',
      stopWhen: isStepCount(3),
      tools: {
        get_weather: tool({ inputSchema: z.object({ city: z.string() }), execute: async () => ({ degrees: 3 }) }),
      },
    }).pipeUIMessageStreamToResponse(response)
  })
  const target = httpTarget({ url })
  const conversation = await target.open({ id: 'c' }, { signal })
  return conversation.say({ role: 'user', parts: [{ text: 'How warm is it in Oslo?' }] }, signal)
}

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a server on a port
  return `http://127.0.0.1:${port}/`
}
