import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toolCallsOf } from '../../src/core/index.ts'
import type { RunDocument } from '../../src/reporters/json.ts'
import { evalSet, newProject, turn, until } from './run-shinsa.ts'

const weather = (city: string) =>
  turn(`How is the weather in ${city}?`, `Sunny in ${city}`, [{ name: 'get_weather', args: { city } }])
const cases = evalSet({
  paris: [weather('Paris')],
  tokyo: [weather('東京')],
  oslo: [weather('Oslo')],
  rome: [weather('Rome')],
})

/** A program without any library: it posts one span for each message, and answers with nothing but a text. */
const python = `
import json, os, secrets, sys, time, urllib.request
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "close":
        continue
    city = asked["message"].split()[-1].rstrip("?")
    _, trace, parent, _ = asked["traceparent"].split("-")
    attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "get_weather",
        "gen_ai.tool.call.arguments": json.dumps({"city": city}),
        "gen_ai.tool.call.result": json.dumps({"sky": "sunny"}),
    }
    span = {
        "traceId": trace, "parentSpanId": parent, "spanId": secrets.token_hex(8), "name": "execute_tool get_weather",
        "startTimeUnixNano": str(time.time_ns()), "endTimeUnixNano": str(time.time_ns()),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
    }
    body = json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}).encode()
    endpoint = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"]
    urllib.request.urlopen(urllib.request.Request(endpoint + "/v1/traces", body, {"Content-Type": "application/json"})).read()
    print(json.dumps("Sunny in " + city), flush=True)
`

describe('a program that sends spans', () => {
  it('has its tool calls in the transcript: Python without any library, four at once, three repeats', async () => {
    const project = newProject({ 'agent.py': python, 'w.evalset.json': cases })
    const { document } = await project.runJson('w.evalset.json', '-t', 'command:python3 agent.py', '-n', '3', '-j', '4')
    expect(trajectories(document)).toEqual(Array.from({ length: 12 }, () => 1))
    expect(document.results[0]?.transcript.invocations[0]?.trace?.traceId).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is told in each message what its spans go on from, and each turn has its own', async () => {
    const project = newProject({
      'agent.py': python,
      'w.evalset.json': evalSet({
        trip: [weather('Paris'), weather('Oslo'), weather('Rome')],
        home: [weather('Kyoto')],
      }),
    })
    for (const shared of [false, true]) {
      const answers = shared ? python.replace('json.dumps("Sunny in " + city)', reply) : python
      project.write({
        'agent.py': answers,
        'shinsa.config.ts': `export default { target: { command: ['python3', 'agent.py'], shared: ${shared} } }`,
      })
      const { document } = await project.runJson('w.evalset.json')
      expect(document.results.map(({ transcript }) => transcript.invocations.map(citiesAsked))).toEqual([
        [['Paris'], ['Oslo'], ['Rome']],
        [['Kyoto']],
      ])
    }
  })

  it('may send what the SDK of OpenTelemetry writes as protobuf, in a trace of its own', async () => {
    const bytes = fileURLToPath(new URL('../fixtures/otlp/traces.pb', import.meta.url))
    const project = newProject({
      'agent.mjs': `
        import { readFileSync } from 'node:fs'
        import { gzipSync } from 'node:zlib'
        const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = process.env
        for await (const line of process.stdin) {
          process.stdout.write('"Sunny in 東京"')
          const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }
          // After its answer, when its input has ended.
          await fetch(endpoint + '/v1/traces', { method: 'POST', headers, body: gzipSync(readFileSync(${JSON.stringify(bytes)})) })
        }`,
      'w.evalset.json': evalSet({ tokyo: [weather('東京')] }),
    })
    const { document } = await project.runJson('w.evalset.json', '-t', `command:${process.execPath} agent.mjs`)
    expect(trajectories(document)).toEqual([1])
    expect(document.results[0]?.transcript.invocations[0]?.usage).toEqual({ inputTokens: 12 })
  })

  it('keeps the endpoint that it was given, and is told nothing with --no-traces', async () => {
    const project = newProject({
      'agent.sh':
        'read -r line; printf \'{"response":"%s","metadata":{"line":%s}}\' "$OTEL_EXPORTER_OTLP_ENDPOINT" "$line"',
      'w.evalset.json': evalSet({ one: [turn('Hi', 'Hi')] }),
      '.env': 'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector.test:4318',
    })
    const command = ['w.evalset.json', '-t', 'command:sh agent.sh']
    const own = await project.runJson(...command)
    expect(answerOf(own.document)).toBe('http://collector.test:4318')
    project.write({ '.env': '' })
    const told = await project.runJson(...command)
    expect(answerOf(told.document)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)
    const untold = await project.runJson(...command, '--no-traces')
    expect(answerOf(untold.document)).toBe('')
    expect(untold.document.results[0]?.transcript.invocations[0]?.metadata?.['line']).not.toHaveProperty('traceparent')
  })

  it('that sends nothing is waited for by nobody', async () => {
    const project = newProject({
      'agent.sh': 'read -r line; echo \'{"response":"Hi","toolCalls":[]}\'',
      'w.evalset.json': evalSet({ one: [turn('Hi', 'Hi')] }),
    })
    const { outcome } = await project.runJson('w.evalset.json', '-t', 'command:sh agent.sh', '--traces-wait', '600')
    expect(outcome.exitCode).toBe(0)
    expect(outcome.stderr).not.toContain('span')
  })
})

describe('an agent behind an address that sends spans', () => {
  it('is waited for with --traces, however late its exporter is', async () => {
    const agent = await httpAgent({ delayMs: 300 })
    const project = newProject({ 'w.evalset.json': cases })
    const { document } = await project.runJson('w.evalset.json', ...agent.options, '--traces', '-n', '3', '-j', '4')
    expect(trajectories(document)).toEqual(Array.from({ length: 12 }, () => 1))
  })

  it('is waited for when it has sent some before, and what came too late is said', async () => {
    const agent = await httpAgent({ delayMs: 300, slowFrom: 1 })
    const project = newProject({ 'w.evalset.json': cases })
    const { document, outcome } = await project.runJson('w.evalset.json', ...agent.options, '-j', '1')
    expect(trajectories(document)).toMatchObject([{ status: 'not-evaluated' }, 1, 1, 1])
    expect(outcome.stderr).toContain(
      'warning: 1 span came after what it is of had been scored\nhint: Wait for them with --traces',
    )
  })

  it('is asked anew when the run was killed while its spans were awaited', async () => {
    const agent = await httpAgent({ delayMs: 0, silent: true })
    const project = newProject({ 'w.evalset.json': evalSet({ paris: [weather('Paris')] }) })
    const running = project.start(['run', 'w.evalset.json', ...agent.options, '--traces', '--traces-wait', '600'])
    await until(() => agent.asked().length === 1)
    await until(() => storedEvents(project).includes('invocation'))
    running.child.kill('SIGKILL')
    await running.ended
    agent.speak()
    const { stdout } = await project.start(['resume', 'latest', '--json']).ended
    const document = JSON.parse(stdout) as RunDocument
    expect(agent.asked()).toHaveLength(2)
    expect(trajectories(document)).toEqual([1])
    expect(storedEvents(project)).toEqual(['case-start', 'awaiting', 'invocation', 'completed', 'scores', 'case-end'])
  })
})

const reply = 'json.dumps({"conversation": asked["conversation"], "response": "Sunny in " + city})'

type Transcript = RunDocument['results'][number]['transcript']

function citiesAsked(invocation: Transcript['invocations'][number]) {
  return toolCallsOf(invocation)?.map(({ args }) => args?.['city'])
}

function trajectories({ results }: RunDocument) {
  return results.map(({ scores }) => {
    const score = scores.find(({ metric }) => metric === 'tool_trajectory_avg_score')
    return score?.status === 'scored' ? score.value : score
  })
}

function answerOf({ results }: RunDocument) {
  return results[0]?.transcript.invocations[0]?.finalResponse?.parts?.[0]?.text
}

type HttpAgent = {
  /** How long after its answer it sends its spans. */
  readonly delayMs: number
  /** From which question on its answers take longer than that. */
  readonly slowFrom?: number
  /** Whether it sends nothing, until it is told to speak. */
  readonly silent?: boolean
}

/** An agent behind an address, whose spans go where standard exporters send them: to one port of this machine. */
async function httpAgent({ delayMs, slowFrom = Number.POSITIVE_INFINITY, silent = false }: HttpAgent) {
  const port = await freePort()
  const asked: string[] = []
  let isSilent = silent
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { message } = JSON.parse(text) as { message: string }
    if (asked.push(message) > slowFrom) await wait(delayMs + 200)
    const city = message.replace(/.* |\?$/g, '')
    response.end(JSON.stringify({ response: `Sunny in ${city}` }))
    await wait(delayMs)
    if (!isSilent) await postSpan(port, city, request.headers)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port: own } = server.address() as AddressInfo
  return {
    options: ['-t', `http://127.0.0.1:${own}/`, '--traces-port', String(port)],
    asked: () => asked,
    speak: () => void (isSilent = false),
  }
}

async function postSpan(port: number, city: string, { traceparent = '' }: IncomingHttpHeaders): Promise<void> {
  const [, traceId, parentSpanId] = String(traceparent).split('-')
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'get_weather',
    'gen_ai.tool.call.arguments': JSON.stringify({ city }),
  }
  const span = {
    traceId,
    parentSpanId,
    spanId: '0123456789abcdef',
    name: 'execute_tool get_weather',
    startTimeUnixNano: `${Date.now()}000000`,
    endTimeUnixNano: `${Date.now()}000000`,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })
  const headers = { 'content-type': 'application/json' }
  // The run may be over by then.
  await fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', headers, body }).catch(() => undefined)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function storedEvents({ folder }: { readonly folder: string }): readonly unknown[] {
  const database = new DatabaseSync(join(folder, '.shinsa', 'runs.db'), { readOnly: true })
  const rows = database.prepare('SELECT type FROM events ORDER BY seq').all()
  database.close()
  return rows.map(({ type }) => type)
}
