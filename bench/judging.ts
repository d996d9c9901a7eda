import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adaptiveLimit, openModel, withPace, withModelRetries, withModelTimeout } from '../src/models/index.ts'
import { measureCli, median, publish } from './measure.ts'

const QUESTIONS = 2000
const AT_ONCE = 64
const LATENCY_MS = 200
const MOST_AT_ONCE = 256

type Outcome = { readonly seconds: number; readonly cpuSeconds: number; readonly peakMiB: number }

/** The first row of each group is what its others are compared with. */
const groups = [
  {
    what: 'within a process',
    rows: [
      { name: 'bare fetch', atOnce: AT_ONCE, start: bare, aim: '' },
      { name: 'the stack of models', atOnce: AT_ONCE, start: stack, aim: '  (aim: 1.05)' },
      { name: 'the stack, nothing asked for', atOnce: AT_ONCE, start: growing, aim: '' },
    ],
  },
  ...[AT_ONCE, MOST_AT_ONCE].map((atOnce) => ({
    what: 'as whole programs',
    rows: [
      { name: `bare fetch, ${atOnce} at once`, atOnce, start: bareProgram, aim: '' },
      { name: `shinsa run -j ${atOnce}`, atOnce, start: wholeRun, aim: atOnce === MOST_AT_ONCE ? '  (aim: 1.3)' : '' },
    ],
  })),
]

/**
 * 2,000 questions to a model that takes 200 ms: what our whole stack, and a whole run as published, add to a bare fetch pool of
 * the same minutes. In turns, medians of 3.
 */
export async function run(): Promise<void> {
  const stop = new AbortController()
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    const url = await startServer(stop.signal)
    writeFileSync(join(folder, 'cases.jsonl'), judgedCases())
    writeFileSync(join(folder, 'agent.mjs'), 'export default async (question) => `It says what ${question} is`')
    writeFileSync(join(folder, 'test_config.json'), JSON.stringify({ criteria: judgedCriteria }))
    const program = publish(join(folder, 'published'))
    writeFileSync(join(folder, 'bare.mjs'), bareFile)
    for (const { what, rows } of groups) {
      console.log(what)
      const outcomes = rows.map((): Outcome[] => [])
      for (let round = 0; round < 3; round += 1) {
        for (const [index, { start, atOnce }] of rows.entries())
          outcomes[index]?.push(await start(url, atOnce, { folder, program }))
      }
      const of = (index: number, figure: (outcome: Outcome) => number) => median((outcomes[index] ?? []).map(figure))
      for (const [index, { name, aim }] of rows.entries()) {
        const seconds = of(index, (outcome) => outcome.seconds)
        const ratio = (seconds / of(0, (outcome) => outcome.seconds)).toFixed(3)
        const cpu = ((1000 * of(index, ({ cpuSeconds }) => cpuSeconds)) / QUESTIONS).toFixed(2)
        const peak = of(index, ({ peakMiB }) => peakMiB).toFixed(0)
        console.log(
          `  ${name.padEnd(30)} ${seconds.toFixed(2)} s  ${ratio} × bare fetch  cpu ${cpu} ms a question  peak ${peak} MiB${aim}`,
        )
      }
    }
  } finally {
    stop.abort()
    await rm(folder, { recursive: true })
  }
}

type RunOfCli = { readonly folder: string; readonly program: readonly string[] }

async function bare(url: string, atOnce: number): Promise<Outcome> {
  return inChild('bare', url, atOnce)
}

async function stack(url: string, atOnce: number): Promise<Outcome> {
  return inChild('full', url, atOnce)
}

async function growing(url: string, atOnce: number): Promise<Outcome> {
  return inChild('growing', url, atOnce)
}

// One question a case: no samples beside the first, and no decoys.
const judgedCriteria = {
  final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
}

function judgedCases(): string {
  const answer = 'It is on its way. '.repeat(60)
  return Array.from(
    { length: QUESTIONS },
    (_, index) => `${JSON.stringify({ question: `where order ${index} is`, answer: `Order ${index}: ${answer}` })}\n`,
  ).join('')
}

const bareFile = `
  const [url, atOnce] = process.argv.slice(2)
  const text = 'Is the answer right? '.repeat(70)
  let asked = 0
  await Promise.all(Array.from({ length: Number(atOnce) }, async () => {
    while (asked < ${QUESTIONS}) {
      const body = JSON.stringify({ model: 'slow', messages: [{ role: 'user', content: 'Question ' + (asked += 1) + '. ' + text }] })
      const headers = { 'content-type': 'application/json' }
      await (await fetch(url + '/chat/completions', { method: 'POST', headers, body })).json()
    }
  }))
`

async function bareProgram(url: string, atOnce: number, { folder }: RunOfCli): Promise<Outcome> {
  return measureCli([url, String(atOnce)], folder, undefined, { program: ['bare.mjs'] })
}

async function wholeRun(url: string, atOnce: number, { folder, program }: RunOfCli): Promise<Outcome> {
  const judge = ['--judge', `openai-compatible/slow@${url}`, '--decoys', 'off', '--no-cache', '--yes']
  const args = ['run', 'cases.jsonl', '-t', './agent.mjs', '--fail-on', 'none', '-j', String(atOnce), ...judge]
  const measured = await measureCli(args, folder, undefined, { program })
  if (measured.exitCode !== 0) throw new Error(measured.stderr)
  return measured
}

// The server has a process of its own, and so has every client: they would take each other's time.
async function startServer(signal: AbortSignal): Promise<string> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: process.execArgv })
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const [url] = await once(child, 'message')
  return String(url)
}

async function inChild(mode: string, url: string, atOnce: number): Promise<Outcome> {
  const child = fork(fileURLToPath(import.meta.url), [mode, url, String(atOnce)], { execArgv: process.execArgv })
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

async function ask(mode: string, url: string, atOnce: number): Promise<Outcome> {
  const askOnce =
    mode === 'bare' ? bareFetch(url) : await ourStack(url, { start: mode === 'full' ? atOnce : undefined, max: atOnce })
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let next = 0
  const asker = async () => {
    while (next < QUESTIONS) await askOnce(`Question ${(next += 1)}. ${'Is the answer right? '.repeat(70)}`)
  }
  await Promise.all(Array.from({ length: atOnce }, asker))
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

async function ourStack(
  url: string,
  limits: Parameters<typeof adaptiveLimit>[0],
): Promise<(text: string) => Promise<unknown>> {
  const opened = await openModel(`openai-compatible/slow@${url}`, { environment: {} })
  const model = withModelRetries(withPace(withModelTimeout(opened), adaptiveLimit(limits)))
  const { signal } = new AbortController()
  const json = {
    type: 'object',
    properties: { reason: { type: 'string' }, verdict: { enum: ['valid', 'invalid'] } },
    required: ['reason', 'verdict'],
    additionalProperties: false,
  }
  return (text) => model.generate({ messages: [{ role: 'user', text }], json, temperature: 0 }, signal)
}

const [mode, url, atOnce] = process.argv.slice(2)
if (process.send !== undefined && mode === 'serve') await serve()
else if (process.send !== undefined && mode !== undefined && url !== undefined) {
  process.send(await ask(mode, url, Number(atOnce)), () => process.disconnect())
}
