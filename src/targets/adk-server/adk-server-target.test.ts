import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { EvalError, allToolCallsOf, message, responseTextOf, toEnglish, toolCallsOf } from '../../core/index.ts'
import { startAdkServer, type Wire } from '../../../test/fixtures/adk-server/adk-server.ts'
import { recordedAdk } from '../../../test/fixtures/frameworks/recorded-agents.ts'
import { frameworkTarget } from '../frameworks/framework-target.ts'
import { knownAgent } from '../frameworks/known-frameworks.ts'
import { caseNamed, saying, targetContract } from '../target.contract.ts'
import { adkServerTarget } from './adk-server-target.ts'

const { signal } = new AbortController()
const wires: readonly Wire[] = ['python', 'typescript', 'java', 'older']
const running: { stop(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})

for (const wire of wires) {
  targetContract(`an ADK server (${wire})`, async () => {
    const server = await startAdkServer(wire)
    const target = await adkServerTarget({ url: `${server.url}/weather` })
    return { target, seenByAgent: () => JSON.stringify(server.seen), stop: server.stop }
  })
}

async function started(...served: Parameters<typeof startAdkServer>) {
  const server = await startAdkServer(...served)
  running.push(server)
  return server
}

async function seenAt(wire: Wire): Promise<string> {
  const target = await adkServerTarget({ url: (await started(wire)).url })
  return toEnglish(target.seen ?? message(''))
}

async function refusal(url: string): Promise<string> {
  const error = await adkServerTarget({ url }).then(
    () => new Error('it was made'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof EvalError)) throw error
  return `${error.code}: ${error.message}. ${toEnglish(error.hint ?? message(''))}`.replace(/127\.0\.0\.1:\d+/g, 'HOST')
}

describe('an ADK server', () => {
  it.each(wires)('gives calls, tokens, state, instructions and tools over the wire of %s', async (wire) => {
    const server = await started(wire)
    const target = await adkServerTarget({ url: `${server.url}/weather` })
    const conversation = await target.open(
      caseNamed('one', { appName: 'other', userId: 'ana', state: { room: 7, 'app:season': 'dry' } }),
      { signal },
    )
    const said = await conversation.say(saying('the weather'), signal)
    if (said === undefined) throw new Error('it said nothing')
    expect(responseTextOf(said)).toBe('1: the weather')
    expect(toolCallsOf(said)).toEqual([{ id: 'adk-1', name: 'get_weather', args: { city: 'Kyoto' } }])
    const delta = wire === 'older' ? { last_city: 'Kyoto' } : { lastCity: 'Kyoto' }
    expect(said).toMatchObject({
      modelCalls: 2,
      usage: { inputTokens: 20, outputTokens: 10 },
      sessionState: { room: 7, 'app:season': 'dry', 'user:asked': true, ...delta },
    })
    const told = { name: 'weather', instructions: 'You tell the weather.' }
    const tools = [{ function_declarations: [{ name: 'get_weather', description: 'The weather in a city.' }] }]
    const tells = wire === 'python' || wire === 'typescript'
    expect(said.agents).toEqual(tells ? { weather: { ...told, toolDeclarations: tools } } : undefined)
    expect(
      server.seen.find(({ line }) => line.startsWith('POST /apps/weather/users/ana/sessions'))?.body,
    ).toMatchObject({
      state: { room: 7, 'app:season': 'dry' },
    })
    expect(server.sessions.size).toBe(1)
    await conversation.close()
    expect(server.sessions.size).toBe(0)
  })

  it.each(wires.slice(0, 3))('tells the same as the agent in this process (%s)', async (wire) => {
    const { exported, project } = recordedAdk()
    const agent = await knownAgent(exported, project)
    if (agent === undefined) throw new Error('it is not known')
    const recorded = JSON.parse(readFileSync('test/fixtures/frameworks/adk.json', 'utf8')).turns
    const server = await started(wire, { recorded })
    const targets = [
      frameworkTarget(agent, { name: 'agent' }),
      await adkServerTarget({ url: server.url }),
      await adkServerTarget({ url: server.url, stream: false }),
    ]
    const [inProcess, ...overWire] = await Promise.all(
      targets.map(async (target) => {
        const conversation = await target.open(caseNamed('one'), { signal })
        const said = [await conversation.say(saying('hello'), signal), await conversation.say(saying('again'), signal)]
        return said.map((exchange) => ({ ...exchange, createdAt: 0, durationSeconds: 0, agents: undefined }))
      }),
    )
    expect(overWire).toEqual([inProcess, inProcess])
    expect(inProcess).toMatchObject([{ modelCalls: 3 }, { modelCalls: 2 }])
  })

  it('leaves out of the state what other conversations left for the same user', async () => {
    const server = await started('python')
    const target = await adkServerTarget({ url: `${server.url}/weather`, keepSessions: true })
    const conversation = await target.open(caseNamed('one'), { signal })
    const first = await conversation.say(saying('hello'), signal)
    for (const session of server.sessions.values())
      Object.assign(session.state, { 'user:name': 'Bo', 'temp:x': 1, kept: 1 })
    const second = await conversation.say(saying('again'), signal)
    await conversation.close()
    expect([first?.sessionState, second?.sessionState]).toEqual([{}, { kept: 1 }])
    expect(server.sessions.size).toBe(1)
  })

  it('sends pictures and files as Gemini has them', async () => {
    const server = await started('typescript')
    const target = await adkServerTarget({ url: server.url, stream: false })
    const conversation = await target.open(caseNamed('one'), { signal })
    const media = { mimeType: 'image/png', data: 'aGk=' }
    const file = { file_uri: 'gs://b/a.pdf', mime_type: 'application/pdf' }
    await conversation.say(
      { role: 'user', parts: [{ text: 'look' }, { media }, { extra: { file_data: file } }] },
      signal,
    )
    const { line, body } = server.seen.find((asked) => asked.line.startsWith('POST /run')) ?? {}
    expect([line, body.newMessage]).toEqual([
      'POST /run',
      {
        role: 'user',
        parts: [
          { text: 'look' },
          { inlineData: media },
          { fileData: { fileUri: 'gs://b/a.pdf', mimeType: 'application/pdf' } },
        ],
      },
    ])
  })

  it('sends headers with every request, and takes their values out of errors', async () => {
    const server = await started('python')
    const target = await adkServerTarget({
      url: `${server.url}/weather`,
      headers: { authorization: 'Bearer key-12345' },
    })
    const conversation = await target.open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('break'), signal)).rejects.toThrow(/out of order: ?\[secret\]/)
    expect(server.seen.every(({ headers }) => headers.authorization === 'Bearer key-12345')).toBe(true)
  })

  it('says a first message again in a new session, and a later one not at all', async () => {
    const server = await started('python')
    const target = await adkServerTarget({ url: `${server.url}/weather` })
    const conversation = await target.open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('break'), signal)).rejects.toMatchObject({ retryable: true })
    const said = await conversation.say(saying('hello'), signal)
    expect(said && responseTextOf(said)).toBe('1: hello')
    await expect(conversation.say(saying('break'), signal)).rejects.toMatchObject({ code: 'agent', retryable: false })
  })

  it.each(['python', 'typescript'] as const)('tells what the model was told in each exchange: %s', async (wire) => {
    const server = await started(wire, { instructions: (exchanges) => `You tell guest ${exchanges} the weather.` })
    const target = await adkServerTarget({ url: `${server.url}/weather` })
    const conversation = await target.open(caseNamed('one'), { signal })
    const told: unknown[] = []
    for (const text of ['hello', 'and now?']) {
      const said = await conversation.say(saying(text), signal)
      told.push(said?.agents?.['weather']?.instructions)
    }
    expect(told).toEqual(['You tell guest 1 the weather.', 'You tell guest 2 the weather.'])
  })

  it('says what broke behind the first event', async () => {
    const server = await started('python')
    const target = await adkServerTarget({ url: `${server.url}/weather` })
    const conversation = await target.open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('break late'), signal)).rejects.toThrow(
      'The ADK agent failed: ValueError: no such city',
    )
  })

  it('has what the agent did before it broke', async () => {
    const target = await adkServerTarget({ url: `${(await started('python')).url}/weather` })
    const conversation = await target.open(caseNamed('one'), { signal })
    await conversation.say(saying('hello'), signal)
    await expect(conversation.say(saying('the weather, then break late'), signal)).rejects.toThrow('no such city')
    const seen = await conversation.unfinished?.()
    expect(seen && toolCallsOf(seen)?.map(({ name }) => name)).toEqual(['get_weather'])
    expect(seen).toMatchObject({ provenance: { brokenOff: true } })
  })

  it('did nothing in an exchange that its server did not take up', async () => {
    const target = await adkServerTarget({ url: `${(await started('python')).url}/weather` })
    const conversation = await target.open(caseNamed('one'), { signal })
    await conversation.say(saying('the weather'), signal)
    await expect(conversation.say(saying('break'), signal)).rejects.toThrow('status 500')
    expect((await conversation.unfinished?.())?.steps).toBeUndefined()
  })

  it('broke off where its events end with a call that nobody answered', async () => {
    const target = await adkServerTarget({ url: `${(await started('python')).url}/weather` })
    const conversation = await target.open(caseNamed('one'), { signal })
    const said = await conversation.say(saying('the weather, and stop after the call'), signal)
    expect(said).toMatchObject({ finishReason: 'error', provenance: { brokenOff: true } })
    expect(said && [toolCallsOf(said)?.length, allToolCallsOf(said)]).toEqual([1, undefined])
  })

  it('tells which agent was seen', async () => {
    expect(await seenAt('python')).toBe('ADK agent “weather”, 1 tool: get_weather')
    expect(await seenAt('typescript')).toBe('ADK agent “weather”, 1 tool: get_weather')
  })

  it('that is not there, has no such app or several, says what to do next', async () => {
    const server = await started('python', { apps: ['weather', 'billing'] })
    const { url } = server
    const nobody = await startAdkServer('python')
    await nobody.stop()
    expect([
      await refusal(`${url}/wether`),
      await refusal(`${url}/zzzzzzzz`),
      await refusal(url),
      await refusal(`${url}/prefix/weather`),
      await refusal(`${nobody.url}/weather`),
      await refusal('ftp://host/weather'),
    ]).toMatchInlineSnapshot(`
      [
        "target: The ADK server at http://HOST has no app “wether”. Did you mean weather? It has: weather, billing.",
        "target: The ADK server at http://HOST has no app “zzzzzzzz”. It has: weather, billing.",
        "target: The ADK server at http://HOST has 2 apps, and none is named. Name one of weather, billing: adk:http://HOST/weather",
        "target: http://HOST/prefix/weather is no ADK server: it does not answer /list-apps. Start it with \`adk api_server AGENTS_DIR\` (Python, Java or TypeScript), and write adk:http://HOST:PORT/APP",
        "target: http://HOST/list-apps cannot be reached: ECONNREFUSED. Start it with \`adk api_server AGENTS_DIR\` (Python, Java or TypeScript), and write adk:http://HOST:PORT/APP",
        "config: The url of the target is not an http address. Write it like adk:http://HOST/my_app",
      ]
    `)
  })

  it('below an address of its own is found too', async () => {
    const server = await started('typescript')
    await expect(adkServerTarget({ url: `${server.url}/` })).resolves.toMatchObject({
      name: `adk:${server.url}/weather`,
    })
    await expect(adkServerTarget({ url: server.url, app: 'weather' })).resolves.toMatchObject({
      name: `adk:${server.url}/weather`,
    })
  })
})
