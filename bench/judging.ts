import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { adaptiveLimit, openModel, withPace, withModelRetries, withModelTimeout } from '../src/models/index.ts'
import { median } from './measure.ts'

const QUESTIONS = 2000
const AT_ONCE = 64
const LATENCY_MS = 200
const IDEAL_SECONDS = (Math.ceil(QUESTIONS / AT_ONCE) * LATENCY_MS) / 1000

type Outcome = { readonly seconds: number; readonly cpuSeconds: number; readonly peakMiB: number }

/**
 * 2,000 questions to a model that takes 200 ms, 64 at once: what our whole stack adds to a bare fetch pool of the same
 * minutes. In turns, medians of 3.
 */
export async function run(): Promise<void> {
  console.log(
    `ideal ${(QUESTIONS * LATENCY_MS) / AT_ONCE / 1000} s; in whole rounds of ${AT_ONCE} it is ${IDEAL_SECONDS} s`,
  )
  const stop = new AbortController()
  const url = await startServer(stop.signal)
  const rows = [
    { name: 'bare fetch', mode: 'bare', aim: '' },
    { name: 'the whole stack, --concurrency 64', mode: 'full', aim: '  (aim: 1.05)' },
    { name: 'the whole stack, nothing asked for', mode: 'growing', aim: '' },
  ]
  const outcomes = rows.map((): Outcome[] => [])
  for (let round = 0; round < 3; round += 1) {
    for (const [index, { mode }] of rows.entries()) outcomes[index]?.push(await inChild(mode, url))
  }
  const of = (index: number, figure: (outcome: Outcome) => number) => median((outcomes[index] ?? []).map(figure))
  const bare = of(0, ({ seconds }) => seconds)
  for (const [index, { name, aim }] of rows.entries()) {
    const seconds = of(index, (outcome) => outcome.seconds)
    const cpu = of(index, ({ cpuSeconds }) => cpuSeconds).toFixed(1)
    const peak = of(index, ({ peakMiB }) => peakMiB).toFixed(0)
    console.log(
      `${name.padEnd(36)} ${seconds.toFixed(2)} s  ${(seconds / bare).toFixed(3)} × bare fetch  cpu ${cpu} s  peak ${peak} MiB${aim}`,
    )
  }
  stop.abort()
}

// The server has a process of its own, and so has every client: they would take each other's time.
async function startServer(signal: AbortSignal): Promise<string> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: process.execArgv })
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const [url] = await once(child, 'message')
  return String(url)
}

async function inChild(mode: string, url: string): Promise<Outcome> {
  const child = fork(fileURLToPath(import.meta.url), [mode, url], { execArgv: process.execArgv })
  const [outcome] = await once(child, 'message')
  await once(child, 'exit')
  return outcome as Outcome // sent by `ask` below
}

async function serve(): Promise<void> {
  const reply = JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'slow',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: '{"reason":"fits","verdict":"valid"}' },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 },
  })
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () =>
        setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(reply), LATENCY_MS),
      )
  })
  await once(server.listen(0, '127.0.0.1', 1024), 'listening')
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  process.send?.(`http://127.0.0.1:${port}/v1`)
}

async function ask(mode: string, url: string): Promise<Outcome> {
  const askOnce = mode === 'bare' ? bareFetch(url) : await ourStack(url, mode === 'full' ? AT_ONCE : undefined)
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let next = 0
  const asker = async () => {
    while (next < QUESTIONS) await askOnce(`Question ${(next += 1)}. ${'Is the answer right? '.repeat(70)}`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, asker))
  const { user, system } = process.cpuUsage(before)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: process.resourceUsage().maxRSS / 1024,
  }
}

function bareFetch(url: string): (text: string) => Promise<unknown> {
  return async (text) => {
    const body = JSON.stringify({ model: 'slow', messages: [{ role: 'user', content: text }] })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/chat/completions`, { method: 'POST', headers, body })).json()
  }
}

async function ourStack(url: string, start?: number): Promise<(text: string) => Promise<unknown>> {
  const opened = await openModel(`openai-compatible/slow@${url}`, { environment: {} })
  const model = withModelRetries(withPace(withModelTimeout(opened), adaptiveLimit({ start, max: AT_ONCE })))
  const { signal } = new AbortController()
  const json = {
    type: 'object',
    properties: { reason: { type: 'string' }, verdict: { enum: ['valid', 'invalid'] } },
    required: ['reason', 'verdict'],
    additionalProperties: false,
  }
  return (text) => model.generate({ messages: [{ role: 'user', text }], json, temperature: 0 }, signal)
}

const [mode, url] = process.argv.slice(2)
if (process.send !== undefined && mode === 'serve') await serve()
else if (process.send !== undefined && mode !== undefined && url !== undefined) {
  process.send(await ask(mode, url), () => process.disconnect())
}
