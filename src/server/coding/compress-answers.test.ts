import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const rows = Array.from({ length: 4000 }, (_, position) => ({
  position,
  caseId: `case-${position}`,
  verdict: position % 7 === 0 ? 'failed' : 'passed',
  scores: [{ metric: 'reference_match', value: position % 7 === 0 ? 0 : 1 }],
}))
const json = JSON.stringify(rows)
const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251))

let wasLeft: Promise<void>
const app = new Hono()
app.use(compressAnswers())
app.get('/rows', (context) => context.body(json, 200, { 'content-type': 'application/json; charset=utf-8' }))
app.get('/one', (context) => context.json({ person: 'Ada' }))
app.get('/picture', (context) => context.body(noise, 200, { 'content-type': 'image/png' }))
app.get('/packed', (context) =>
  context.body(json, 200, { 'content-type': 'text/plain', 'content-encoding': 'zstd', vary: 'accept-encoding' }),
)
app.get('/events', (context) =>
  streamSSE(context, async (events) => {
    await events.writeSSE({ data: json })
    await new Promise<void>((resolve) => events.onAbort(resolve))
  }),
)
app.get('/endless', (context) => {
  const gone = Promise.withResolvers<void>()
  wasLeft = gone.promise
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000)))
    },
    cancel: () => gone.resolve(),
  })
  return context.body(body, 200, { 'content-type': 'text/csv; charset=utf-8' })
})

const server = createAdaptorServer({ fetch: app.fetch })
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
})

/** As it comes over the wire: clients unpack what they get. */
async function asked(path: string, accepted?: string, method = 'GET') {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const accepts = accepted === undefined ? [] : [`Accept-Encoding: ${accepted}`]
  socket.write(`${[`${method} ${path} HTTP/1.1`, 'Host: here', ...accepts, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  const bytes = Buffer.concat(await Array.fromAsync(socket))
  const at = bytes.indexOf('\r\n\r\n')
  const head = bytes.subarray(0, at).toString('latin1').toLowerCase()
  const field = (name: string) => new RegExp(`^${name}: (.*)\r?$`, 'm').exec(head)?.[1]
  const sent = bytes.subarray(at + 4)
  return {
    bytes: sent.length,
    body: field('transfer-encoding') === 'chunked' ? withoutChunks(sent) : sent,
    coding: field('content-encoding'),
    vary: field('vary'),
  }
}

function withoutChunks(sent: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = sent.indexOf('\r\n', at)
    const length = Number.parseInt(sent.subarray(at, end).toString('latin1'), 16)
    if (!(length > 0)) return Buffer.concat(chunks)
    chunks.push(sent.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}

describe('an answer in text', () => {
  it('takes a tenth of the bytes or less, packed as whoever asks likes it most', async () => {
    expect(json.length).toBeGreaterThan(350_000)
    const [brotli, gzip] = [await asked('/rows', 'gzip, deflate, br, zstd'), await asked('/rows', 'gzip')]
    expect([brotli.coding, gzip.coding]).toEqual(['br', 'gzip'])
    expect(Math.max(brotli.bytes, gzip.bytes)).toBeLessThan(json.length / 10)
    expect(brotliDecompressSync(brotli.body).toString()).toBe(json)
    expect(gunzipSync(gzip.body).toString()).toBe(json)
  })

  it.each([
    ['br;q=0, gzip;q=0.2', 'gzip'],
    ['br;q=0.1, gzip;q=0.8', 'gzip'],
    ['GZIP;Q=0.5, br;q=0.5', 'br'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['x-gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['deflate, zstd', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for %j is sent as %s, and caches are told what that hung on', async (accepted, coding) => {
    const { coding: sent, vary, body } = await asked('/rows', accepted)
    expect([sent, vary, body.toString() === json]).toEqual([coding, 'accept-encoding', coding === undefined])
  })

  it('stays as it is where it is small, packed already or no text', async () => {
    const small = await asked('/one', 'gzip')
    expect([small.coding, small.vary, small.body.toString()]).toEqual([
      undefined,
      'accept-encoding',
      '{"person":"Ada"}',
    ])
    expect(await asked('/packed', 'gzip')).toMatchObject({
      coding: 'zstd',
      vary: 'accept-encoding',
      body: Buffer.from(json),
    })
    expect(await asked('/picture', 'gzip')).toMatchObject({ coding: undefined, vary: undefined, body: noise })
    expect((await asked('/rows', 'gzip', 'HEAD')).bytes).toBe(0)
  })

  it('is packed while it is made, and no longer made when nobody reads it', async () => {
    const leaving = new AbortController()
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/endless`, { signal: leaving.signal })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const reader = response.body?.getReader()
    await reader?.read()
    leaving.abort()
    await wasLeft
  })
})

describe('a stream of events', () => {
  it('arrives at once and unpacked', async () => {
    const leaving = new AbortController()
    const { port } = server.address() as AddressInfo
    const headers = { 'accept-encoding': 'gzip, br' }
    const response = await fetch(`http://127.0.0.1:${port}/events`, { headers, signal: leaving.signal })
    expect(response.headers.get('content-encoding')).toBeNull()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('data: [{"position":0')
    leaving.abort()
  })
})
