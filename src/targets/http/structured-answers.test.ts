import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type EvalCase, responseTextOf, toolCallsOf } from '../../core/index.ts'
import { functionTarget } from '../function-target.ts'
import type { HttpTargetOptions } from './http-endpoint.ts'
import { httpTarget } from './http-target.ts'

const signal = new AbortController().signal
const asked = '{"city":"Oslo"}'

describe('answers that are objects, and fields that stand elsewhere', () => {
  it.each([
    ['an object', '{"city":"Oslo","degrees":4}', undefined],
    ['a reply with an object', '{"response":{"city":"Oslo","degrees":4},"toolCalls":[]}', []],
  ])('takes %s where an object is asked', async (_name, body, calls) => {
    const said = await ask(await serve(body), {})
    expect(JSON.parse(responseTextOf(said) ?? '')).toEqual({ city: 'Oslo', degrees: 4 })
    expect(toolCallsOf(said)).toEqual(calls)
  })

  it('takes no other object for an answer where a text is asked', async () => {
    await expect(ask(await serve('{"city":"Oslo"}'), {}, 'How warm is it in Oslo?')).rejects.toThrow('city')
    await expect(
      talk(
        functionTarget(() => ({ reply: 'x' }) as unknown as string),
        'Hi',
      ),
    ).rejects.toThrow('reply')
  })

  it('reads each call of a list from where its fields stand', async () => {
    const actions = [{ id: 'find_order', params: { number: 7 }, outcome: 'shipped' }, { id: 'stop' }]
    const said = await ask(await serve(JSON.stringify({ text: 'Shipped.', actions })), {
      response: {
        response: '$.text',
        toolCalls: { each: '$.actions?', name: '$.id', args: '$.params?', response: '$.outcome?' },
      },
    })
    expect(toolCallsOf(said)).toEqual([{ id: 'call-1', name: 'find_order', args: { number: 7 } }, { name: 'stop' }])
  })

  it('reads calls, usage and text from the events of a stream', async () => {
    const events = [
      { type: 'tool', call: { tool: 'weather', input: { city: 'Oslo' } } },
      { type: 'delta', text: 'It is ' },
      { type: 'tool', call: { tool: 'unit', input: {} } },
      { type: 'delta', text: '4 °C.' },
      { type: 'end', tokens: 12 },
    ]
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    const said = await ask(await serve(body, 'text/event-stream'), {
      stream: {
        response: '$.text',
        toolCalls: { each: '$.call', name: '$.tool', args: '$.input' },
        usage: { outputTokens: '$.tokens' },
      },
    })
    expect(responseTextOf(said)).toBe('It is 4 °C.')
    expect(toolCallsOf(said)).toEqual([
      { name: 'weather', args: { city: 'Oslo' } },
      { name: 'unit', args: {} },
    ])
    expect(said.usage).toEqual({ outputTokens: 12 })
  })

  it('does not know of calls of which the stream says nothing', async () => {
    const said = await ask(await serve('data: {"text":"Hi"}\n\n', 'text/event-stream'), {
      stream: { response: '$.text', toolCalls: { each: '$.call', name: '$.tool' } },
    })
    expect(toolCallsOf(said)).toBeUndefined()
  })
})

function ask(url: string, options: Partial<HttpTargetOptions>, text = asked) {
  return talk(httpTarget({ url, ...options }), text)
}

async function talk(target: ReturnType<typeof httpTarget>, text: string) {
  const content = { role: 'user', parts: [{ text }] }
  const evalCase: EvalCase = { id: 'one', conversation: [{ userContent: content }] }
  const conversation = await target.open(evalCase, { signal })
  const said = await conversation.say(content, signal)
  if (said === undefined) throw new Error('no answer')
  return said
}

async function serve(body: string, type = 'application/json'): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', type).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
