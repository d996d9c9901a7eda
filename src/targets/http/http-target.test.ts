import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { responseTextOf, toolCallsOf, type Content, type EvalCase, type Invocation } from '../../core/index.ts'
import type { HttpTargetOptions } from './http-endpoint.ts'
import { parseRetryAfter } from './http-errors.ts'
import { httpTargetAnswers } from './http-probe.ts'
import { httpTarget } from './http-target.ts'
import { caseNamed, saying, targetContract } from '../target.contract.ts'

type Request = { method: string; url: string; headers: IncomingMessage['headers']; text: string }
type Handler = (request: Request, response: ServerResponse) => unknown

const signal = new AbortController().signal
const atNoon = () => new Date('2026-08-01T12:00:00Z')
const stops: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

targetContract('httpTarget', async () => {
  const server = await serve(({ text }) => {
    const { message, history } = JSON.parse(text)
    return message === 'never answer' ? hang : `${history.length + 1}: ${message}`
  })
  return { target: httpTarget({ url: server.url }), seenByAgent: () => server.seen.join('\n'), stop: server.stop }
})

describe('httpTarget', () => {
  it('fills the body, the address and the headers', async () => {
    const { url, requests } = await serve(() => 'ok')
    await ask(
      {
        url: `${url}sessions/{{session.id}}?key=1`,
        method: 'put',
        headers: { Authorization: 'Bearer abcdefgh' },
        body: { input: '{{content}}', note: 'case {{case.id}} says {{message}}', state: '{{session.state}}', n: 1 },
      },
      caseNamed('one', { appName: 'a', userId: 'u', id: 's/1', state: { x: 1 } }),
    )
    expect(requests).toMatchObject([
      {
        method: 'PUT',
        url: '/sessions/s%2F1?key=1',
        headers: { authorization: 'Bearer abcdefgh', 'content-type': 'application/json', accept: 'application/json' },
        text: JSON.stringify({ input: saying('hi'), note: 'case one says hi', state: { x: 1 }, n: 1 }),
      },
    ])
  })

  it('hands on pictures and files, in the words of who is asked', async () => {
    const { url, requests } = await serve(() => 'ok')
    const pdf = { mimeType: 'application/pdf', data: 'JVBERg==' }
    const parts = [{ text: 'What is this?' }, { media: { mimeType: 'image/png', data: 'iVBORw==' } }, { media: pdf }]
    const content: Content = { role: 'user', parts }
    const body = { openai: '{{content.openai}}', anthropic: '{{content.anthropic}}', gemini: '{{content.gemini}}' }
    for (const options of [{ url }, { url, body }]) {
      await (await httpTarget(options).open(caseNamed('one'), { signal })).say(content, signal)
    }
    const [plain, worded] = requests.map(({ text }) => JSON.parse(text))
    expect(plain).toMatchObject({ message: 'What is this?', content })
    expect(worded).toEqual({
      openai: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
        { type: 'file', file: { filename: 'file', file_data: 'data:application/pdf;base64,JVBERg==' } },
      ],
      anthropic: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' } },
      ],
      gemini: {
        role: 'user',
        parts: [
          { text: 'What is this?' },
          { inlineData: { mimeType: 'image/png', data: 'iVBORw==' } },
          { inlineData: pdf },
        ],
      },
    })
    await ask({ url })
    expect(JSON.parse(requests.at(-1)?.text ?? '')).not.toHaveProperty('content')
  })

  it('sends no body with GET', async () => {
    const { url, requests } = await serve(() => 'ok')
    await ask({ url: `${url}?q={{message}}`, method: 'GET' })
    expect(requests).toMatchObject([{ method: 'GET', url: '/?q=hi', text: '' }])
  })

  it('reads a reply out of an answer of another shape', async () => {
    const options: Partial<HttpTargetOptions> = {
      response: {
        response: '$.choices[0].message.content',
        toolCalls: '$.choices[0].message.tool_calls?[*].function',
        usage: { inputTokens: '$.usage.prompt_tokens', outputTokens: '$.usage.completion_tokens' },
      },
    }
    const usage = { prompt_tokens: 5, completion_tokens: 2 }
    const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"id":7}' } }
    const calling = await serve(() => ({ choices: [{ message: { content: null, tool_calls: [call] } }], usage }))
    const said = await ask({ url: calling.url, ...options })
    expect(said && toolCallsOf(said)).toEqual([{ name: 'find', args: { id: 7 } }])
    expect(said?.usage).toEqual({ inputTokens: 5, outputTokens: 2 })
    const talking = await serve(() => ({ choices: [{ message: { content: 'hello' } }], usage }))
    expect(textOf(await ask({ url: talking.url, ...options }))).toBe('hello')
    const changed = await serve(() => ({ choices: [] }))
    await expect(ask({ url: changed.url, ...options })).rejects.toMatchObject({
      code: 'agent',
      message: 'The path $.choices[0].message.content broke at [0]: $.choices is []',
    })
  })

  it.each([
    [{ answer: 'Paris' }, '$.answer'],
    [
      { id: 'a-very-long-identifier', choices: [{ message: { role: 'assistant', content: 'Paris' } }] },
      '$.choices[0].message.content',
    ],
    [{ data: { 'the output': { generated_text: 'Paris' } } }, '$.data["the output"].generated_text'],
    [{ ok: true, said: 'Paris', by: 'me' }, '$.said'],
  ])('says where the text of %j may stand, and how to write it down', async (answer, path) => {
    const { url } = await serve(() => answer)
    await expect(ask({ url })).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringContaining('but no response, toolCalls or events. It begins with {'),
      hint: { values: { path, example: `target: { http: { url: '…', response: { response: '${path}' } } }` } },
    })
    expect(textOf(await ask({ url, response: { response: path } }))).toBe('Paris')
  })

  it('refuses an answer with a key twice, of which only the last one would count', async () => {
    const answer = '{"response":"Refund done.","response":"I refuse."}'
    const { url } = await serve((_request, response) => raw(response, 200, answer))
    await expect(ask({ url })).rejects.toThrow(`The agent’s answer has an object with a key twice: ${answer}`)
  })

  it('guesses no text where there is an error only', async () => {
    const { url } = await serve(() => ({ error: { message: 'overloaded' }, code: 7 }))
    await expect(ask({ url })).rejects.toMatchObject({
      message: expect.stringContaining('a field that nobody here knows: error'),
    })
  })

  it('sends the state back that the agent told', async () => {
    const { url, requests } = await serve(({ text }) => ({
      response: 'ok',
      state: { n: (JSON.parse(text).session.state.n ?? 0) + 1 },
    }))
    const conversation = await httpTarget({ url }).open(caseNamed('one'), { signal })
    await conversation.say(saying('hi'), signal)
    expect(await conversation.say(saying('hi'), signal)).toMatchObject({ sessionState: { n: 2 } })
    expect(JSON.parse(requests[1]?.text ?? '').session.state).toEqual({ n: 1 })
  })

  it.each([
    ['data: {"t":"Hel"}\n\n: ping\n\nevent: x\ndata: {"role":"r"}\n\ndata: {"t":\ndata: "lo"}\r\n\r\ndata: [DONE]\n\n'],
    ['{"t":"Hel"}\n{"role":"r"}\n{"t":"lo"}\n'],
  ])('joins the pieces of a streamed answer %j', async (body) => {
    const { url } = await serve((_request, response) => raw(response, 200, body))
    expect(textOf(await ask({ url, stream: '$.t' }))).toBe('Hello')
  })

  it.each([
    [{}, 'The agent has to answer with JSON, or with its text alone as text/plain; a streamed answer needs stream'],
    [{ response: { response: '$.answer' } }, 'The agent has to answer with JSON; a streamed answer needs stream'],
  ])('says how a text that is no JSON is answered, with %j', async (options, hint) => {
    const { url } = await serve((_request, response) => raw(response, 200, 'Paris', { 'content-type': 'text/html' }))
    await expect(ask({ url, ...options })).rejects.toMatchObject({ code: 'agent', hint: { text: hint } })
  })

  it.each([
    [
      'data: {"t":"Hel"}\n\ndata: {"error":{"message":"overloaded"}}\n\n',
      'The agent’s stream has an error: {"error":{"message":"overloaded"}}',
    ],
    [
      'data: {"t":"Hel"}\n\nevent: error\ndata: {"message":"overloaded"}\n\n',
      'The agent’s stream has an error: event: error\\ndata: {"message":"overloaded"}\\n\\n',
    ],
    ['{"error":"quota exceeded"}', 'The agent’s stream has an error: {"error":"quota exceeded"}'],
    ['data: {"delta":"Hel"}\n\n', 'The agent’s stream has no text at $.t. It begins with data: {"delta":"Hel"}\\n\\n'],
    ['data: [DONE]\n\n', 'The agent’s stream has no text at $.t. It begins with data: [DONE]\\n\\n'],
    ['', 'The agent’s answer is empty'],
  ])('a stream that failed, or says nothing where its text should stand, is no answer: %j', async (body, problem) => {
    const { url } = await serve((_request, response) => raw(response, 200, body))
    await expect(ask({ url, stream: '$.t' })).rejects.toMatchObject({ code: 'agent', message: problem })
  })

  it.each([
    { answer: null, error: 'quota exceeded' },
    { answer: '', error: 'quota exceeded' },
  ])('an answer that has an error where its text should stand is none: %j', async (body) => {
    const { url } = await serve(() => body)
    await expect(ask({ url, response: { response: '$.answer' } })).rejects.toMatchObject({
      code: 'agent',
      message: `The agent’s answer has an error and no text: ${JSON.stringify(body)}`,
    })
  })

  it.each([
    [{ answer: 'Paris', error: 'a tool was slow' }, 'Paris'],
    [{ answer: '', error: null }, ''],
  ])('an answer with a text, or without an error, is one: %j', async (body, text) => {
    const { url } = await serve(() => body)
    expect(textOf(await ask({ url, response: { response: '$.answer' } }))).toBe(text)
  })

  it.each([
    [[chunk({ content: 'Paris' })], { finishReason: 'error', provenance: { brokenOff: true } }],
    [[chunk({ content: 'Paris' }), '[DONE]'], {}],
    [[chunk({ content: 'Paris' }), chunk({}, 'length'), '[DONE]'], { finishReason: 'length' }],
    [
      [chunk({ content: 'Paris' }), { type: 'message_delta', delta: { stop_reason: 'max_tokens' } }],
      { finishReason: 'length' },
    ],
  ])('tells how a stream ended, or that it broke off: %j', async (pieces, expected) => {
    const lines = pieces.map((piece) => `data: ${typeof piece === 'string' ? piece : JSON.stringify(piece)}\n\n`)
    const { url } = await serve((_request, response) => raw(response, 200, lines.join('')))
    const { finishReason, provenance } = (await ask({ url, stream: '$.choices[0].delta.content' })) ?? {}
    expect({ ...(finishReason && { finishReason }), ...(provenance && { provenance }) }).toEqual(expected)
  })

  it('takes an answer without text for one where the stream says so', async () => {
    const { url } = await serve((_request, response) => raw(response, 200, 'data: {"t":"","error":null}\n\n'))
    expect(textOf(await ask({ url, stream: '$.t' }))).toBe('')
  })

  it.each([
    [429, { 'retry-after': '7' }, true, 7000],
    [503, {}, true, undefined],
    [408, {}, true, undefined],
    [500, {}, true, undefined],
    [501, {}, false, undefined],
    [400, { 'retry-after': '7' }, false, undefined],
  ])('status %i %j', async (status, headers, retryable, retryAfterMs) => {
    const { url } = await serve((_request, response) => raw(response, status, `no\n${'x'.repeat(400)}`, headers))
    await expect(ask({ url })).rejects.toMatchObject({
      code: 'agent',
      message: `${url} answered with status ${status}: no\\n${'x'.repeat(297)}…`,
      retryable,
      retryAfterMs,
    })
  })

  it('waits until the date that a server names, counted from its own clock', async () => {
    const headers = { 'retry-after': 'Sat, 01 Aug 2026 12:00:30 GMT' }
    const { url } = await serve((_request, response) => raw(response, 503, 'later', headers))
    await expect(ask({ url, clock: atNoon })).rejects.toMatchObject({ retryable: true, retryAfterMs: 30_000 })
  })

  it('never shows what is in the headers or the query', async () => {
    const echo = await serve(({ headers }, response) => raw(response, 401, JSON.stringify(headers['authorization'])))
    const headers = { authorization: 'Bearer sk-very-secret' }
    await expect(ask({ url: `${echo.url}?key=sk-query`, headers })).rejects.toMatchObject({
      message: `${echo.url} answered with status 401: "[secret]"`,
    })
    const parrot = await serve(({ headers: sent }) => ({ wrong: sent['authorization'] }))
    await expect(ask({ url: parrot.url, headers })).rejects.toThrow('It begins with {"wrong":"[secret]"}')
    const prose = await serve((request, response) => raw(response, 200, `got ${request.headers['authorization']}`))
    await expect(ask({ url: prose.url, headers })).rejects.toThrow('is not JSON. It begins with got [secret]')
    expect(() => httpTarget({ url: echo.url, headers: { 'x-key': 'sk-secret\nx: y' } })).toThrow(
      /^The header x-key cannot be sent$/,
    )
  })

  it('may be asked again when nobody listens, or the connection breaks', async () => {
    const gone = await serve(() => 'ok')
    await gone.stop()
    await expect(ask({ url: gone.url })).rejects.toMatchObject({
      code: 'agent',
      message: `${gone.url} cannot be reached: ECONNREFUSED`,
      retryable: true,
    })
    const breaking = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"resp', () => response.destroy())
      return hang
    })
    await expect(ask({ url: breaking.url })).rejects.toMatchObject({
      code: 'agent',
      message: `${breaking.url} broke off its answer: UND_ERR_SOCKET`,
      retryable: true,
    })
  })

  // {"response":"東京"} in Shift_JIS.
  const shiftJis = Buffer.from('7b22726573706f6e7365223a22938c8b9e227d', 'hex')

  it('takes a page with a line of JSON for no stream', async () => {
    const page = '<html>\n{"name":"Login"}\n</html>'
    const { url } = await serve((_request, response) => raw(response, 200, page))
    await expect(ask({ url })).rejects.toMatchObject({
      hint: { text: expect.stringContaining('has to answer with JSON') },
    })
  })

  it('reads the charset that is declared', async () => {
    const type = { 'content-type': 'application/json; charset=Shift_JIS' }
    const { url } = await serve((_request, response) => raw(response, 200, shiftJis, type))
    expect(textOf(await ask({ url }))).toBe('東京')
    const unknown = { 'content-type': 'application/json; charset=klingon' }
    const utf8 = await serve((_request, response) => raw(response, 200, '{"response":"東京"}', unknown))
    expect(textOf(await ask({ url: utf8.url }))).toBe('東京')
  })

  it('compares nothing that it cannot read, and shows of an error what it can', async () => {
    const { url } = await serve((_request, response) => raw(response, 200, shiftJis))
    await expect(ask({ url })).rejects.toMatchObject({ code: 'agent', message: 'The answer is no text in utf-8' })
    const failing = await serve((_request, response) => raw(response, 500, shiftJis))
    await expect(ask({ url: failing.url })).rejects.toThrow('answered with status 500: {"response":"')
  })

  it('takes plain text for the response, and nothing that was meant as JSON', async () => {
    expect(textOf(await askForPlain('[1] It is in Tokyo.'))).toBe('[1] It is in Tokyo.')
    expect(textOf(await askForPlain('{"response":"Tokyo"}'))).toBe('Tokyo')
    await expect(askForPlain('{"response":"Tokyo","usage":NaN}')).rejects.toThrow('is not JSON')
    await expect(askForPlain('data: {"text":"To"}\n\n')).rejects.toThrow('is not JSON')
    await expect(askForPlain('event: message\ndata: {"text":"To"}\n\n')).rejects.toThrow('is not JSON')
    expect(textOf(await askForPlain('0:"To"\n0:"kyo"\nd:{"finishReason":"stop"}\n'))).toBe('Tokyo')
    await expect(askForPlain(' ')).rejects.toThrow('The agent’s answer is empty')
  })

  it.each([
    [
      '{"messages":[{"role":"user","content":"hi, how are you?"},{"role":"assistant","content":"fine"}]}',
      '$.messages[-1].content',
    ],
    ['{"choices":[{"message":{"role":"assistant","content":"fine"}}]}', '$.choices[0].message.content'],
    [
      'data: {"delta":{"role":"assistant"}}\n\ndata: {"delta":{"content":"fi"}}\n\ndata: {"delta":{"content":"ne"}}',
      '$.delta.content',
    ],
  ])('says where the answer probably stands in %s', async (text, path) => {
    const { url } = await serve((_request, response) => raw(response, 200, text))
    await expect(ask({ url })).rejects.toMatchObject({ hint: { values: { path } } })
  })

  it('stops reading an answer that is too long, compressed or not', async () => {
    const long = JSON.stringify('x'.repeat(100_000))
    const plain = await serve((_request, response) => raw(response, 200, long))
    const zipped = await serve((_request, response) =>
      raw(response, 200, gzipSync(long), { 'content-encoding': 'gzip' }),
    )
    for (const { url } of [plain, zipped]) {
      await expect(ask({ url, maxReplyBytes: 50_000 })).rejects.toMatchObject({
        message: `${url} answered with more than 50000 bytes`,
        retryable: false,
      })
      expect(textOf(await ask({ url, maxReplyBytes: long.length }))).toHaveLength(100_000)
    }
    const endless = await serve((_request, response) => {
      const more = () => response.write('x'.repeat(65_536)) && setImmediate(more)
      response.on('drain', more)
      more()
      return hang
    })
    await expect(ask({ url: endless.url })).rejects.toThrow('more than 10485760 bytes')
  })

  it('follows redirects that keep the request on the same origin only', async () => {
    const other = await serve(() => 'stolen')
    const { url } = await serve(({ url: path, text }, response) => {
      if (path === '/moved') return raw(response, 307, '', { location: '/' })
      if (path === '/away') return raw(response, 307, '', { location: `${other.url}x?y=z` })
      if (path === '/found') return raw(response, 302, '', { location: '/' })
      if (path === '/loop') return raw(response, 308, '', { location: '/loop' })
      return JSON.parse(text).message
    })
    expect(textOf(await ask({ url: `${url}moved` }))).toBe('hi')
    const follow = 'which we do not follow'
    await expect(ask({ url: `${url}away` })).rejects.toThrow(`${url}away redirects to ${other.url}x, ${follow}`)
    await expect(ask({ url: `${url}found` })).rejects.toThrow(`${url}found redirects to ${url}, ${follow}`)
    await expect(ask({ url: `${url}loop` })).rejects.toThrow(follow)
    expect(other.requests).toEqual([])
  })

  it.each([
    [{ url: 'localhost:80' }, 'The url of the target is not an http address'],
    [{ url: 'http://me:pass@localhost' }, 'The url of the target holds a user name or password'],
    [{ url: 'http://localhost', body: '{{reference}}' }, 'There is no placeholder {{reference}}'],
    [{ url: 'http://localhost', response: {} }, 'response names no field of the reply'],
    [{ url: 'http://localhost', response: { response: '$.' } }, 'The path $. cannot be read from . on'],
    [{ url: 'http://localhost', response: { response: '$' }, stream: '$' }, 'Give either response or stream, not both'],
  ])('checks its options %j', (options, sentence) => {
    expect(() => httpTarget(options)).toThrow(expect.objectContaining({ code: 'config', message: sentence }))
  })

  it('can go on from a history only when it sends one', () => {
    expect(httpTarget({ url: 'http://localhost' }).continues).toBe(true)
    expect(httpTarget({ url: 'http://localhost', body: { q: '{{message}}' } }).continues).toBe(false)
  })
})

describe('httpTargetAnswers', () => {
  it('takes any status for an answer', async () => {
    const { url } = await serve((_request, response) => raw(response, 405, ''))
    expect(await httpTargetAnswers(url)).toEqual({ answers: true, status: 405 })
  })

  it('says why nobody answers', async () => {
    const gone = await serve(() => 'ok')
    await gone.stop()
    expect(await httpTargetAnswers(gone.url)).toMatchObject({
      answers: false,
      reason: { values: { problem: 'ECONNREFUSED' } },
    })
    const silent = await serve(() => hang)
    expect(await httpTargetAnswers(silent.url, { timeoutMs: 50 })).toMatchObject({
      answers: false,
      reason: { text: '{address} did not answer within {seconds} s' },
    })
    expect(await httpTargetAnswers('nonsense')).toMatchObject({ answers: false })
  })
})

describe('parseRetryAfter', () => {
  it('reads seconds and dates', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(parseRetryAfter('120', now)).toBe(120_000)
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000)
    expect(parseRetryAfter('Thu, 01 Jan 2025 00:00:30 GMT', now)).toBe(0)
    expect(parseRetryAfter('soon', now)).toBeUndefined()
    expect(parseRetryAfter(null, now)).toBeUndefined()
  })
})

const hang = Symbol('the handler answers itself, or never')

/** A server on this machine; what a handler returns is sent as JSON. */
async function serve(handle: Handler) {
  const requests: Request[] = []
  const server = createServer(async (incoming, response) => {
    const text = await incoming.reduce((read, piece) => `${read}${piece}`, '')
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, text }
    requests.push(request)
    const answer = handle(request, response)
    if (answer !== hang) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  stops.push(stop)
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    stop,
    get seen() {
      return requests.map((request) => JSON.stringify(request))
    },
  }
}

function raw(response: ServerResponse, status: number, body: string | Buffer, headers = {}): typeof hang {
  response.writeHead(status, headers).end(body)
  return hang
}

/** What comes of an answer that is declared as plain text. */
async function askForPlain(text: string): Promise<Invocation | undefined> {
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  const { url } = await serve((_request, response) => raw(response, 200, text, type))
  return ask({ url })
}

async function ask(options: HttpTargetOptions, evalCase: EvalCase = caseNamed('one')): Promise<Invocation | undefined> {
  const conversation = await httpTarget(options).open(evalCase, { signal })
  return conversation.say(saying('hi'), signal)
}

function textOf(said: Invocation | undefined): string | undefined {
  return said && responseTextOf(said)
}

function chunk(delta: object, finish_reason: string | null = null) {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
}
