import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { responseTextOf, type EvalCase, type Target } from '../../core/index.ts'
import { scriptedModel } from '../../models/scripted-model.ts'
import { commandTarget } from '../program/command-target.ts'
import { httpTarget } from '../http/http-target.ts'
import type { HttpTargetOptions } from '../http/http-endpoint.ts'
import { saying } from '../target.contract.ts'
import { declaredMocks } from './declared-mocks.ts'
import { modelMadeTools } from './model-made-tools.ts'
import type { ToolSource } from './tool-source.ts'
import { readRecording, recordedTools } from './tool-traffic.ts'

const { signal } = new AbortController()
const program = fileURLToPath(new URL('../../../test/fixtures/targets/calls-tools.mjs', import.meta.url))
const mocks = { weather: [{ match_args: { city: 'Oslo' }, injected_response: { t: 21 } }] }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe.each([
  ['a program', (sources?: readonly ToolSource[]) => aProgram(sources)],
  ['an HTTP agent', (sources?: readonly ToolSource[]) => anHttpAgent(callingAgent, sources)],
])('the tools of %s', (_what, make) => {
  it('are answered at the address that it is told', async () => {
    const target = await make([declaredMocks(mocks)])
    expect(await say(target, 'weather {"city":"Oslo"}')).toEqual(['{"response":{"t":21}}'])
  })

  it('are those that the case declares, without being told so', async () => {
    const target = await make()
    expect(await say(target, 'weather {"city":"Oslo"}', { id: 'c', metadata: { tool_mocks: mocks } })).toEqual([
      '{"response":{"t":21}}',
    ])
  })

  it('have no address where nobody would answer', async () => {
    expect(await say(await make(), 'weather')).toEqual(['"nobody is there"'])
  })

  it('run where they are when nobody answers, and what they say is written down', async () => {
    const lines: string[] = []
    const target = await make([recordedTools(async (more) => void lines.push(more)), declaredMocks(mocks)])
    expect(await say(target, ['weather {"city":"Rome"}', 'breaks', 'weather {"city":"Oslo"}'])).toEqual([
      '{"ran":"weather"}',
      '{"ran":"breaks"}',
      '{"response":{"t":21}}',
    ])
    expect(readRecording(lines.join(''), 'x')).toMatchObject([
      { name: 'weather', args: { city: 'Rome' }, response: { given: { city: 'Rome' } } },
      { name: 'breaks', args: {}, error: 'it broke' },
      { name: 'weather', args: { city: 'Oslo' }, response: { t: 21 } },
    ])
  })

  it('cannot make it pay for a simulation that broke', async () => {
    const model = scriptedModel(['no idea', 'none'])
    const simulated = [{ tool_name: 'weather', mock_strategy_type: 'MOCK_STRATEGY_TOOL_SPEC' }]
    const target = await make([modelMadeTools({ model, mocks: simulated, declarations: [] })])
    await expect(say(target, 'weather')).rejects.toMatchObject({
      code: 'judge',
      message: 'the model that simulates weather did not answer with a JSON object',
    })
  })
})

describe('the address of an exchange', () => {
  it('says what is wrong with what is posted to it', async () => {
    const answers: unknown[] = []
    const target = await anHttpAgent(
      async ({ tools }) => {
        const deep = `{"name":"f","args":{"a":${'['.repeat(300)}${']'.repeat(300)}}}`
        for (const body of ['not json', '{"args":{}}', '{"name":"f","args":[]}', '{"real":"7"}', deep]) {
          answers.push((await fetch(tools, { method: 'POST', body })).status)
        }
        answers.push((await fetch(tools, { method: 'POST', body: 'x'.repeat(11 * 2 ** 20) })).status)
        answers.push((await fetch(tools)).status, (await fetch(new URL('/guessed', tools), { method: 'POST' })).status)
        return 'done'
      },
      [declaredMocks(mocks)],
    )
    await say(target, 'hi')
    expect(answers).toEqual([400, 400, 400, 400, 400, 413, 405, 410])
  })

  it('is gone when the exchange is over, and another one the next time', async () => {
    const addresses: string[] = []
    const target = await anHttpAgent(
      async ({ tools }) => {
        addresses.push(tools)
        return 'done'
      },
      [declaredMocks(mocks)],
    )
    const conversation = await target.open({ id: 'c' }, { signal })
    await conversation.say(saying('one'), signal)
    const late = await fetch(addresses[0] ?? '', { method: 'POST', body: '{"name":"weather"}' })
    expect([late.status, await late.json()]).toEqual([410, { error: 'this exchange is over' }])
    await conversation.say(saying('two'), signal)
    expect(new Set(addresses).size).toBe(2)
    expect(addresses.every((address) => /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/.test(address))).toBe(true)
  })

  it('has to be in the request of an HTTP target that is made with an environment', () => {
    const options = { url: 'http://127.0.0.1:9/', body: { q: '{{message}}' } }
    expect(httpTarget(options).within).toBeUndefined()
    expect(() => httpTarget({ ...options, environment: [declaredMocks(mocks)] })).toThrow(
      'http://127.0.0.1:9/ is not told where to ask for its tools',
    )
  })
})

type Asked = { readonly message: string; readonly tools: string }

function aProgram(environment?: readonly ToolSource[]): Target {
  const target = commandTarget({ command: ['node', program], environment })
  closing.push(() => target.close?.())
  return target
}

async function anHttpAgent(
  agent: (asked: Asked) => Promise<unknown>,
  environment?: HttpTargetOptions['environment'],
): Promise<Target> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => response.end(JSON.stringify(await agent(JSON.parse(body)))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // on a port, not on a pipe
  const target = httpTarget({ url: `http://127.0.0.1:${port}/`, environment })
  closing.push(
    () => target.close?.(),
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return target
}

/** The same agent as the program. */
async function callingAgent({ message, tools }: Asked): Promise<unknown> {
  if (tools === undefined) return JSON.stringify('nobody is there')
  const [name = '', args = '{}'] = message.split(/ (.*)/s)
  const { real, ...answer } = await post(tools, { name, args: JSON.parse(args) })
  if (real === undefined) return JSON.stringify(answer)
  await post(tools, name === 'breaks' ? { real, error: 'it broke' } : { real, response: { given: JSON.parse(args) } })
  return JSON.stringify({ ran: name })
}

async function post(address: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>) // looked into by the test
}

async function say(target: Target, texts: string | readonly string[], evalCase: EvalCase = { id: 'c' }) {
  const conversation = await target.open(evalCase, { signal })
  const answers: (string | undefined)[] = []
  for (const words of [texts].flat()) {
    const said = await conversation.say(saying(words), signal)
    answers.push(said && responseTextOf(said))
  }
  await conversation.close()
  return answers
}
