import { createServer } from 'node:http'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startA2aServer } from '../../../test/fixtures/a2a/a2a-server.ts'
import { responseTextOf, toolCallsOf, type EvalCase } from '../../core/index.ts'
import { until } from '../../../test/e2e/run-shinsa.ts'
import { jsonApi } from '../http/json-api.ts'
import { targetContract } from '../target.contract.ts'
import { withTargetTimeout } from '../with-timeout.ts'
import { readAgentCard } from './agent-card.ts'
import { a2aTarget, type A2aTargetOptions } from './a2a-target.ts'

const { signal } = new AbortController()
const saying = (words: string) => ({ role: 'user', parts: [{ text: words }] })
const kinds = [
  { version: '1.0', streaming: true },
  { version: '1.0', streaming: false },
  { version: '0.3', streaming: true },
  { version: '0.3', streaming: false },
] as const

for (const kind of kinds) {
  targetContract(nameOf(kind), async () => {
    const { url, seen, stop } = await startA2aServer(kind)
    return { target: await a2aTarget({ url }), seenByAgent: () => seen.map(({ body }) => body).join('\n'), stop }
  })

  describe(`${nameOf(kind)}`, () => {
    it('answers with what a task made, and has what it said on the way as steps', async () => {
      const { open } = await agent({}, kind)
      const [exchange] = await say(await open(), 'weather')
      expect(responseTextOf(exchange)).toBe('34 degrees')
      expect(exchange.metadata).toMatchObject({ a2a: { state: 'completed' } })
      expect(textsIn(exchange)).toEqual(['Looking it up'])
    })

    it('is answered in the task that asks, and has a new one after it', async () => {
      const { open } = await agent({}, kind)
      const exchanges = await say(await open(), 'book', 'Kyoto', 'hello')
      expect(exchanges.map((exchange) => responseTextOf(exchange))).toEqual(['Where to?', 'booked Kyoto', '3: hello'])
      const tasks = exchanges.map(({ metadata }) => metadata?.['a2a'])
      expect(tasks).toMatchObject([{ state: 'input-required' }, { state: 'completed' }, { state: 'completed' }])
    })

    it('tells what it made beside its question, and not again in the answer to it', async () => {
      const { open } = await agent({}, kind)
      const exchanges = await say(await open(), 'plan', 'yes')
      expect(exchanges.map((exchange) => [textsIn(exchange), responseTextOf(exchange)])).toEqual([
        [['1 day in Kyoto'], 'Shall I book?'],
        [[], 'It is booked'],
      ])
    })

    it('is waited for while its task goes on, also when the stream breaks', async () => {
      const { open } = await agent({}, kind)
      const [later] = await say(await open(), 'later')
      expect(responseTextOf(later)).toBe('later it is')
      if (!kind.streaming) return
      const [broken] = await say(await open(), 'break')
      expect(responseTextOf(broken)).toBe('break it is')
    })

    it('is told to stop when nobody waits any more, and when a conversation ends with a question', async () => {
      const { target, open, server } = await agent({}, kind)
      const slow = await withTargetTimeout(target, 300).open(named('slow'), { signal })
      await expect(slow.say(saying('never answer'), signal)).rejects.toMatchObject({ code: 'timeout' })
      await slow.close()
      const asked = await open()
      await say(asked, 'book')
      await asked.close()
      await until(() => server.cancelled.length === 2)
    })

    it.each([
      ['fail', 'The A2A task failed: no \\u001b[2Jtea left'],
      ['reject', 'The A2A agent rejected the task: no \\u001b[2Jtea left'],
      ['throw', /it broke/],
    ])('fails in its own words: %s', async (words, expected) => {
      const { open } = await agent({}, kind)
      await expect(say(await open(), words)).rejects.toThrow(expected)
    })
  })
}

describe('an A2A agent', () => {
  it('is found by its card where it lies now and where it lay, at its address, at its root, and by name', async () => {
    for (const cardPath of ['/.well-known/agent-card.json', '/.well-known/agent.json', '/cards/weather.json']) {
      const { url } = await serverWith({ version: '0.3', cardPath })
      const asked = cardPath.startsWith('/cards') ? `${url}${cardPath}` : `${url}/some/agent`
      const { seen } = await a2aTarget({ url: asked })
      expect(seen?.values).toMatchObject({ name: 'weather', skills: 'Weather' })
    }
  })

  it('gets the headers of the config, which the card cannot send elsewhere', async () => {
    const { url, seen } = await serverWith({ token: 'key-123456' })
    const conversation = await (
      await a2aTarget({ url, headers: { authorization: 'Bearer key-123456' } })
    ).open(named('one'), { signal })
    const [exchange] = await say(conversation, 'hello')
    expect(responseTextOf(exchange)).toBe('1: hello')
    expect(seen[0]?.headers).toMatchObject({ 'a2a-version': '1.0' })
    await expect(
      (await a2aTarget({ url })).open(named('one'), { signal }).then((one) => say(one, 'hello')),
    ).rejects.toThrow(/status 401/)
    const { url: elsewhere } = await serverWith({ address: 'https://evil.example/a2a' })
    await expect(a2aTarget({ url: elsewhere })).rejects.toMatchObject({
      code: 'target',
      message: expect.stringMatching(/says that the agent is at https:\/\/evil\.example\/a2a, which we do not follow/),
    })
    const named2 = await a2aTarget({ url: elsewhere, endpoint: `${elsewhere}/a2a` })
    expect(responseTextOf((await say(await named2.open(named('one'), { signal }), 'hello'))[0])).toBe('1: hello')
  })

  it('is asked at the interface of the host that was named, wherever others are', async () => {
    const url = await serving((path, own) => {
      const supportedInterfaces = ['https://evil.example', own].map((host) => ({
        url: `${host}/a2a`,
        protocolBinding: 'JSONRPC',
      }))
      const task = { message: { role: 'ROLE_AGENT', messageId: 'm', parts: [{ text: 'here' }] } }
      return { body: path.startsWith('/a2a') ? answerOf(task) : JSON.stringify({ supportedInterfaces }) }
    })
    const conversation = await (await a2aTarget({ url })).open(named('one'), { signal })
    expect(responseTextOf((await say(conversation, 'hello'))[0])).toBe('here')
  })

  it('has no advice to be asked at what is no http address', async () => {
    const url = await serving(() => ({ body: JSON.stringify({ url: 'file:///etc/passwd' }) }))
    await expect(a2aTarget({ url })).rejects.toMatchObject({ code: 'target', hint: undefined })
  })

  it('is sent pictures and files in the words of its version', async () => {
    for (const version of ['1.0', '0.3'] as const) {
      const { open } = await agent({}, { version })
      const media = { mimeType: 'image/png', data: 'aGk=' }
      const conversation = await open()
      const exchange = await conversation.say({ role: 'user', parts: [{ text: 'see' }, { media }] }, signal)
      expect(exchange && responseTextOf(exchange)).toBe('1: see+[raw]')
    }
  })

  it.each([
    ['a page', '<html>', /has no agent card/],
    ['another JSON', '{"openapi":"3.0"}', /has no agent card/],
    [
      'a card without JSON-RPC',
      '{"name":"x","url":"http://x/","preferredTransport":"GRPC"}',
      /not spoken to in JSON-RPC, but in GRPC/,
    ],
  ])('is a wrong target where there is %s', async (_what, body, expected) => {
    const url = await serving(() => ({ body }))
    await expect(a2aTarget({ url })).rejects.toMatchObject({ code: 'target', message: expect.stringMatching(expected) })
  })

  it('is a wrong target where a server keeps silent', async () => {
    const silent = createServer(() => undefined)
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void silent.close().closeAllConnections())
    const { port } = silent.address() as AddressInfo // listening on a port, not on a pipe
    const url = new URL(`http://127.0.0.1:${port}`)
    const asked = readAgentCard(url, jsonApi({ url: url.href }, String), { limitMs: 20 })
    await expect(asked).rejects.toMatchObject({
      code: 'target',
      message: `${url.href} did not answer within 0.02 s`,
    })
  })

  it('is heard for itself only: no echo of the user, and no other task', async () => {
    const echo = { ...noteOf('hello'), role: 'user' }
    const [exchange] = await say(await agentThatStreams([echo, noteOf('34 degrees')]), 'hello')
    expect(responseTextOf(exchange)).toBe('34 degrees')
    await expect(say(await agentThatStreams([echo]), 'hello')).rejects.toThrow('before it had said anything')
    const others = [statusOf('completed', 'other'), pieceOf('other')].map((event) => ({ ...event, taskId: 'other' }))
    const own = [statusOf('working', 'Looking'), ...others, pieceOf('34 degrees'), statusOf('completed')]
    const [second] = await say(await agentThatStreams(own), 'hello')
    expect([textsIn(second), responseTextOf(second)]).toEqual([['Looking'], '34 degrees'])
    const polled = { kind: 'task', id: 'other', status: { state: 'completed' }, artifacts: [pieceOf('x').artifact] }
    await expect(say(await agentThatStreams([statusOf('working')], polled), 'hello')).rejects.toThrow(
      'with another task',
    )
  })

  it('is heard whole where it uses an id twice or none, and not twice where it repeats itself', async () => {
    const notes = ['one', 'two', 'two'].map((words) => statusOf('working', words, { messageId: 'same' }))
    const nameless = ['three', 'three'].map((words) => statusOf('working', words, { messageId: undefined }))
    const [exchange] = await say(
      await agentThatStreams([...notes, ...nameless, statusOf('completed', 'done')]),
      'hello',
    )
    expect([textsIn(exchange), responseTextOf(exchange)]).toEqual([['one', 'two', 'three'], 'done'])
  })

  it('keeps what a task made and said before it failed', async () => {
    const call = { kind: 'data', data: { name: 'search', args: {} }, metadata: { adk_type: 'function_call' } }
    const events = [statusOf('working', '', { parts: [call] }), pieceOf('half'), statusOf('failed', 'no tea')]
    const conversation = await agentThatStreams(events)
    await expect(say(conversation, 'hello')).rejects.toThrow('The A2A task failed: no tea')
    const seen = await conversation.unfinished?.()
    expect(seen && toolCallsOf(seen)).toMatchObject([{ name: 'search' }])
    expect(JSON.stringify(seen)).toContain('half')
  })

  it('has no hole in its answer where a stream ended early', async () => {
    const completed = { kind: 'task', id: 't', status: { state: 'completed' } }
    const asking = async (task: object) => {
      const url = await serving((path, own, asked) => {
        if (!path.startsWith('/a2a')) return { body: smallCard(own) }
        if (asked.includes('tasks/get')) return { body: answerOf(task) }
        const rest = [pieceOf('safe.', { append: true }), { ...completed, kind: 'status-update', taskId: 't' }]
        const events = asked.includes('message/stream') ? [pieceOf('It is ')] : rest
        return { body: events.map((event) => `data: ${answerOf(event)}\n\n`).join(''), type: 'text/event-stream' }
      })
      const [exchange] = await say(await (await a2aTarget({ url })).open(named('one'), { signal }), 'Is it safe?')
      return responseTextOf(exchange)
    }
    expect(await asking({ ...completed, artifacts: [pieceOf('It is not safe.').artifact] })).toBe('It is not safe.')
    await expect(asking(completed)).rejects.toThrow('broke off its answer, and its task does not have it')
  })

  it('is not listened to without end, and what it says need not make sense', async () => {
    const status = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { kind: 'status-update', taskId: 't', status: { state: 'working' } },
    })
    for (const [body, expected] of [
      [`data: ${status}\n\n`.repeat(500), /more than 20000 bytes/],
      ['data: {"jsonrpc":"2.0","id":1,"result":7}\n\n', /no message and no task/],
      ['data: {"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":{}}}\n\n', /no message and no task/],
      ['data: nonsense\n\n', /not JSON/],
      ['', /before it had said anything/],
    ] as const) {
      const url = await serving((path, own) =>
        path.startsWith('/a2a') ? { body, type: 'text/event-stream' } : { body: smallCard(own) },
      )
      const conversation = await (await a2aTarget({ url, maxReplyBytes: 20_000 })).open(named('one'), { signal })
      await expect(say(conversation, 'hello')).rejects.toThrow(expected)
    }
  })
})

function answerOf(result: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result })
}

function pieceOf(words: string, more: object = {}) {
  return { kind: 'artifact-update', taskId: 't', artifact: { artifactId: 'a', parts: [{ text: words }] }, ...more }
}

function noteOf(words: string) {
  return { kind: 'message', role: 'agent', messageId: words, parts: [{ text: words }] }
}

function statusOf(state: string, words?: string, more: object = {}) {
  const said = words === undefined ? {} : { message: { ...noteOf(words), ...more } }
  return { kind: 'status-update', taskId: 't', status: { state, ...said } }
}

/** Opens a conversation with an agent that answers with these events, and with a task where it is asked for one. */
async function agentThatStreams(events: readonly object[], task?: object): Promise<Opened> {
  const url = await serving((path, own, asked) => {
    if (!path.startsWith('/a2a')) return { body: smallCard(own) }
    if (asked.includes('tasks/get')) return { body: answerOf(task ?? {}) }
    return { body: events.map((event) => `data: ${answerOf(event)}\n\n`).join(''), type: 'text/event-stream' }
  })
  return (await a2aTarget({ url })).open(named('one'), { signal })
}

function smallCard(url: string): string {
  return JSON.stringify({ name: 'x', url: `${url}/a2a`, capabilities: { streaming: true } })
}

async function serverWith(options: Parameters<typeof startA2aServer>[0]) {
  const started = await startA2aServer(options)
  onTestFinished(started.stop)
  return started
}

async function agent(options: Partial<A2aTargetOptions>, kind: Parameters<typeof startA2aServer>[0]) {
  const started = await serverWith(kind)
  const target = await a2aTarget({ url: started.url, ...options })
  return { target, server: started, open: () => target.open(named('one'), { signal }) }
}

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof a2aTarget>>['open']>>

async function say(conversation: Opened, ...words: readonly string[]) {
  const exchanges = []
  for (const one of words) {
    const exchange = await conversation.say(saying(one), signal)
    if (exchange === undefined) throw new Error('there was no answer')
    exchanges.push(exchange)
  }
  return exchanges as [(typeof exchanges)[0], ...typeof exchanges] // as many as were asked
}

function textsIn({ steps }: Awaited<ReturnType<typeof say>>[0]): readonly (string | undefined)[] {
  return steps?.form === 'events'
    ? steps.events.flatMap(({ content }) => content?.parts?.map(({ text }) => text) ?? [])
    : []
}

function nameOf({ version, streaming }: (typeof kinds)[number]): string {
  return `an A2A agent of version ${version} ${streaming ? 'that streams' : 'that does not stream'}`
}

function named(id: string): EvalCase {
  return { id, conversation: [] }
}

async function serving(
  reply: (path: string, url: string, asked: string) => { readonly body: string; readonly type?: string },
) {
  const own = createServer(async (request, response) => {
    const { body, type = 'application/json' } = reply(request.url ?? '/', url, await textOf(request))
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  await once(own.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void own.close())
  const { port } = own.address() as AddressInfo // listening on a port, not on a pipe
  const url = `http://127.0.0.1:${port}`
  return url
}
