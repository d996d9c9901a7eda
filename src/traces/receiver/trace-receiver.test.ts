import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { mostBodyBytes } from './otlp-body.ts'
import {
  traceReceiver,
  type ConversationTraces,
  type TraceReceiver,
  type TraceReceiverOptions,
} from './trace-receiver.ts'

const { signal } = new AbortController()
const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/otlp/${name}`, import.meta.url))
const protobuf = { 'content-type': 'application/x-protobuf' }
const json = { 'content-type': 'application/json' }
const open: TraceReceiver[] = []
const warnings: string[] = []

afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.close()
  warnings.length = 0
})

describe('what is posted', () => {
  it.each([
    ['protobuf', protobuf, fixture('traces.pb')],
    ['protobuf with gzip', { ...protobuf, 'content-encoding': 'gzip' }, gzipSync(fixture('traces.pb'))],
    ['JSON with deflate', { ...json, 'content-encoding': 'deflate' }, deflateSync(fixture('traces.json'))],
    ['JSON', { 'content-type': 'application/json; charset=utf-8' }, fixture('traces.json')],
  ])('is received as %s', async (_what, headers, body) => {
    const { traces, address } = await program()
    const response = await fetch(`${address}/v1/traces`, { method: 'POST', headers, body })
    const type = headers['content-type'].split(';')[0]
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(await response.text()).toBe(type === 'application/json' ? '{}' : '')
    const spans = [...(await traces.finish({ signal, wait: false })).values()].flat()
    expect(spans.map(({ name }) => name)).toEqual(['execute_tool get_weather', 'invoke_agent weather'])
  })

  it('need not say what it is at the address of a program', async () => {
    const { traces, address } = await program()
    for (const file of ['traces.json', 'traces.pb']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status } = await fetch(`${address}/v1/traces`, { method: 'POST', headers, body: fixture(file) })
      expect(status).toBe(200)
    }
    expect([...(await traces.finish({ signal, wait: false })).values()].flat()).toHaveLength(2)
  })

  it('has its log records within its spans, whichever came first', async () => {
    const { traces, address } = await program()
    for (const [path, file] of [
      ['logs', 'logs.pb'],
      ['traces', 'traces.json'],
    ] as const) {
      const headers = file.endsWith('.pb') ? protobuf : json
      await fetch(`${address}/v1/${path}`, { method: 'POST', headers, body: fixture(file) })
    }
    const [span] = [...(await traces.finish({ signal, wait: false })).values()].flat()
    expect(span?.events.map(({ name }) => name)).toEqual(['looked up', 'gen_ai.tool.message'])
  })

  it.each([
    ['metrics, which are dropped', '/v1/metrics', { headers: protobuf, body: 'anything' }, 200, ''],
    [
      'another path',
      '/v1/profiles',
      { headers: json, body: '{}' },
      404,
      '{"message":"post to /v1/traces or /v1/logs"}',
    ],
    ['a question', '/v1/traces', { method: 'GET', headers: json }, 405, '{"message":"post spans or log records"}'],
    [
      'an unknown encoding',
      '/v1/traces',
      { headers: { ...json, 'content-encoding': 'rot13' }, body: '{}' },
      415,
      undefined,
    ],
    ['damaged gzip', '/v1/traces', { headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' }, 400, undefined],
    ['damaged JSON', '/v1/traces', { headers: json, body: '{' }, 400, '{"message":"not a message of OTLP"}'],
    ['damaged protobuf', '/v1/traces', { headers: protobuf, body: 'no' }, 400, '\u0012\u0015not a message of OTLP'],
    [
      'JSON that is nested without end',
      '/v1/traces',
      { headers: json, body: '['.repeat(1e5) + ']'.repeat(1e5) },
      400,
      undefined,
    ],
    ['too much', '/v1/traces', { headers: protobuf, body: Buffer.alloc(mostBodyBytes + 1) }, 413, undefined],
    [
      'little that unpacks to too much',
      '/v1/traces',
      { headers: { ...protobuf, 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(mostBodyBytes + 1)) },
      400,
      undefined,
    ],
  ])('is answered when it is %s', async (_what, path, init, status, text) => {
    const { address } = await program()
    const response = await fetch(`${address}${path}`, { method: 'POST', ...init })
    expect(response.status).toBe(status)
    const answer = await response.text()
    expect(text === undefined || text === answer).toBe(true)
  })

  it('is refused at the address that all agents know when a page may post it', async () => {
    const { address } = await server()
    const headers = { 'content-type': 'text/plain' }
    const { status } = await fetch(`${address}/v1/traces`, { method: 'POST', headers, body: '{}' })
    expect(status).toBe(415)
  })

  it('is kept up to a limit, and what is too much is said', async () => {
    const { receiver, traces, address } = await program()
    // One attribute of 30 MB in each of five spans.
    const padding = 'x'.repeat(30e6)
    const bodies = ['1', '2', '3', '4', '5'].map((spanId) => spanJson({ spanId: spanId.repeat(16), padding }))
    // One right after the other: a connection on which nobody asks for seconds is closed, while the next may be on its way.
    for (const body of bodies) await post(address, body)
    expect([...(await traces.finish({ signal, wait: false })).values()].flat()).toHaveLength(4)
    await receiver.close()
    expect(warnings).toEqual(['1 span was not kept: there were too many at once'])
  })
})

describe('a span', () => {
  it('belongs to the exchange with its trace id', async () => {
    const { traces, address } = await server()
    const first = traces.begin(1000)
    const second = traces.begin(2000)
    await post(address, spanJson({ traceId: second.traceId, startedAt: 1000 }))
    await post(address, spanJson({ traceId: first.traceId, startedAt: 3000 }))
    expect(await startsByExchange(traces, [first, second])).toEqual([[3000], [1000]])
  })

  it('of a program of one conversation belongs to the exchange in which it began, whatever its trace', async () => {
    const { traces, address } = await program()
    const first = traces.begin(1000)
    const second = traces.begin(2000)
    for (const startedAt of [1500, 2500]) {
      await post(address, spanJson({ startedAt, spanId: `00000000000${startedAt}a` }))
      // Its environment has the trace of the first one.
      await post(address, spanJson({ startedAt, spanId: `00000000000${startedAt}b`, traceId: first.traceId }))
    }
    expect(await startsByExchange(traces, [first, second])).toEqual([
      [1500, 1500],
      [2500, 2500],
    ])
  })

  it.each([
    ['its resource', { resource: { 'shinsa.conversation.id': 'c-1' } }],
    ['gen_ai.conversation.id', { attributes: { 'gen_ai.conversation.id': 'c-1' } }],
    ['the session', { attributes: { 'session.id': 's-1' } }],
  ])('in a trace of its own is found by %s, also what came before it', async (_what, named) => {
    const { traces, address } = await server()
    const exchange = traces.begin(1000)
    await post(address, spanJson({ startedAt: 1100, spanId: '000000000000000a' }))
    await post(address, spanJson({ startedAt: 1000, spanId: '000000000000000b', ...named }))
    await post(address, spanJson({ startedAt: 1200, spanId: '000000000000000c' }))
    expect(await startsByExchange(traces, [exchange])).toEqual([[1000, 1100, 1200]])
  })

  it('of a session that several conversations name is of none of them, and that is said', async () => {
    const { receiver, traces, address } = await server({ always: true })
    const other = await receiver.open({ conversation: 'c-2', caseId: 'b', session: 's-1', isOwnProgram: false })
    await post(address, spanJson({ attributes: { 'session.id': 's-1' } }))
    expect((await traces.finish({ signal, wait: false })).size).toBe(0)
    expect((await other?.finish({ signal, wait: false }))?.size).toBe(0)
    await receiver.close()
    expect(warnings).toEqual(['1 span came that belongs to no exchange'])
  })

  it('that is sent twice is one, and the last word counts', async () => {
    const { traces, address } = await server()
    const { traceId } = traces.begin(1000)
    await post(address, spanJson({ traceId, attributes: { state: 'pending' } }))
    await post(address, spanJson({ traceId, attributes: { state: 'done' } }))
    const spans = [...(await traces.finish({ signal, wait: false })).values()].flat()
    expect(spans.map(({ attributes }) => attributes['state'])).toEqual(['done'])
  })

  it('that comes after its conversation is late, and is said to be', async () => {
    const { receiver, traces, address } = await server()
    const { traceId } = traces.begin(1000)
    await traces.finish({ signal, wait: true })
    await post(address, spanJson({ traceId }))
    await post(address, spanJson({ resource: { 'shinsa.conversation.id': 'c-1' } }))
    await receiver.close()
    expect(warnings).toEqual(['2 spans came after what they are of had been scored'])
  })
})

describe('waiting', () => {
  const long = 3_600_000

  it('is not for an agent that has sent nothing', async () => {
    const { traces } = await server({ waitMs: long })
    traces.answered(traces.begin(1000))
    expect(traces.pending()).toBe(false)
    expect((await traces.finish({ signal, wait: true })).size).toBe(0)
  })

  it('is for the whole tree of an agent that has sent spans before', async () => {
    const { receiver, traces, address } = await server({ waitMs: long })
    await post(address, spanJson({ traceId: traces.begin(1000).traceId }))
    await traces.finish({ signal, wait: true })
    const next = await receiver.open({ conversation: 'c-2', caseId: 'b', session: 's-2', isOwnProgram: false })
    const exchange = next?.begin(2000)
    if (next === undefined || exchange === undefined) throw new Error('nothing is received')
    next.answered(exchange)
    expect(next.pending()).toBe(true)
    const finished = next.finish({ signal, wait: true })
    const { traceId, spanId: parentSpanId } = exchange
    await post(address, spanJson({ traceId, spanId: '000000000000000b', parentSpanId: '000000000000000a' }))
    await post(address, spanJson({ traceId, spanId: '000000000000000a', parentSpanId }))
    expect([...(await finished).values()].flat()).toHaveLength(2)
  })

  it('is for every agent where that was asked for, until the time is over', async () => {
    const { receiver, traces } = await server({ always: true, waitMs: 30 })
    traces.answered(traces.begin(1000))
    expect(traces.pending()).toBe(true)
    expect((await traces.finish({ signal, wait: true })).size).toBe(0)
    await receiver.close()
    expect(warnings).toEqual(['no span came of any case'])
  })

  it('is not for a program that has ended and sends its spans itself', async () => {
    const { receiver, address, traces } = await program({ always: true, waitMs: long })
    await post(address, spanJson({}))
    await traces.finish({ signal, wait: true })
    const next = await receiver.open({ conversation: 'c-2', caseId: 'b', session: 's-2', isOwnProgram: true })
    next?.answered(next.begin(2000))
    expect((await next?.finish({ signal, wait: true }))?.size).toBe(0)
  })

  it('ends with the run', async () => {
    const { traces } = await server({ always: true, waitMs: long })
    traces.answered(traces.begin(1000))
    const controller = new AbortController()
    const finished = traces.finish({ signal: controller.signal, wait: true })
    controller.abort(new Error('stopped'))
    await expect(finished).rejects.toThrow('stopped')
  })
})

describe('the environment of a program', () => {
  it('says where to send spans and what they belong to', async () => {
    const { traces, address } = await program()
    const given = { PATH: '/bin', OTEL_RESOURCE_ATTRIBUTES: 'service.name=weather,team=a%2Cb' }
    const { traceparent } = traces.begin(0)
    expect(traces.environment(given, { isOneExchange: true, traceparent })).toEqual({
      PATH: '/bin',
      TRACEPARENT: traceparent,
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_BLRP_SCHEDULE_DELAY: '200',
      OTEL_RESOURCE_ATTRIBUTES: `service.name=weather,team=a%2Cb,shinsa.conversation.id=c-1,shinsa.case.id=%E6%9D%B1%E4%BA%AC%2C%201%3D1,shinsa.exchange.id=${traceparent.slice(3, 35)}`,
    })
  })

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_TRACES_EXPORTER: 'console' },
    { OTEL_SDK_DISABLED: 'true' },
  ])('says nothing of where to send them with %j', async (given) => {
    const { traces } = await program()
    const environment = traces.environment(given, { isOneExchange: true })
    expect(environment).toMatchObject(given)
    expect(Object.keys(environment).filter((name) => !(name in given))).toEqual([
      'TRACEPARENT',
      'OTEL_RESOURCE_ATTRIBUTES',
    ])
  })

  it('keeps what is set, and takes empty values for none', async () => {
    const { traces, address } = await program()
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    }
    expect(traces.environment(given, { isOneExchange: false })).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    })
  })
})

describe('a port', () => {
  it('that somebody chose and another program has is an error', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const opened = receiverWith({ port }).open(place)
    await expect(opened).rejects.toMatchObject({
      code: 'config',
      message: `Cannot receive spans on port ${port}: EADDRINUSE`,
    })
    other.close()
  })
})

const warn: TraceReceiverOptions['warn'] = (sentence) => void warnings.push(toEnglish(sentence))
const place = { conversation: 'c-1', caseId: '東京, 1=1', session: 's-1', isOwnProgram: true }

function receiverWith(options: Partial<TraceReceiverOptions> = {}): TraceReceiver {
  const receiver = traceReceiver({ always: false, waitMs: 6000, port: 'any', warn, ...options })
  open.push(receiver)
  return receiver
}

/** A conversation with a program of its own, and the address that it was given. */
async function program(options?: Partial<TraceReceiverOptions>) {
  const receiver = receiverWith(options)
  const traces = await receiver.open(place)
  if (traces === undefined) throw new Error('nothing is received')
  const { OTEL_EXPORTER_OTLP_ENDPOINT: address = '' } = traces.environment({}, { isOneExchange: true })
  return { receiver, traces, address }
}

/** A conversation with a server that several have, and where that sends its spans. */
async function server(options?: Partial<TraceReceiverOptions>) {
  const receiver = receiverWith(options)
  const traces = await receiver.open({ ...place, isOwnProgram: false })
  if (traces === undefined) throw new Error('nothing is received')
  const { OTEL_EXPORTER_OTLP_ENDPOINT: address = '' } = await receiver.sharedEnvironment({})
  return { receiver, traces, address }
}

type SpanFields = {
  readonly traceId?: string
  readonly spanId?: string
  readonly parentSpanId?: string
  readonly startedAt?: number
  readonly attributes?: Readonly<Record<string, string>>
  readonly resource?: Readonly<Record<string, string>>
  readonly padding?: string
}

function spanJson({ startedAt = 1000, attributes = {}, resource = {}, padding = '', ...ids }: SpanFields): string {
  const span = {
    traceId: '0123456789abcdef0123456789abcdef',
    spanId: '0123456789abcdef',
    ...ids,
    name: 'execute_tool search',
    startTimeUnixNano: `${startedAt}000000`,
    endTimeUnixNano: `${startedAt + 1}000000`,
    attributes: pairs({ ...attributes, padding }),
  }
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: pairs(resource) }, scopeSpans: [{ spans: [span] }] }],
  })
}

function pairs(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

async function post(address: string, body: string): Promise<void> {
  const { status } = await fetch(`${address}/v1/traces`, { method: 'POST', headers: json, body })
  expect(status).toBe(200)
}

async function startsByExchange(traces: ConversationTraces, exchanges: readonly { readonly spanId: string }[]) {
  const spans = await traces.finish({ signal, wait: false })
  return exchanges.map(({ spanId }) =>
    (spans.get(spanId) ?? []).map(({ startedAt }) => startedAt).toSorted((a, b) => a - b),
  )
}
