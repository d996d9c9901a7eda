import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnglish } from '../core/index.ts'
import {
  startProviderServer,
  type Behaviour,
  type ProviderServer,
} from '../../test/fixtures/providers/provider-server.ts'
import { KEY, wireFormats, type Body, type WireFormat } from '../../test/fixtures/providers/wire-formats.ts'
import type { LanguageModel } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { openModel, providerStatus } from './open-model.ts'
import { withModelRetries } from './with-retries.ts'
import { withModelTimeout } from './with-timeout.ts'

const { signal } = new AbortController()
const question = { system: 'You are strict.', messages: [{ role: 'user' as const, text: 'Is it right?' }] }
const schema = {
  type: 'object',
  properties: { reason: { type: 'string' }, verdict: { type: 'boolean' } },
  required: ['reason', 'verdict'],
  additionalProperties: false,
}

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

describe.each(Object.entries(wireFormats))('a model of %s', (provider, format) => {
  const open = () => openModel(format.model, { environment: format.environment(server.url) })
  const good: Behaviour = { do: 'reply', body: format.reply('{"verdict":true}') }

  it('is asked in the words of its API and answers with what it used', async () => {
    server.behave(good)
    const model = await open()
    const reply = await model.generate({ ...question, temperature: 0, maxOutputTokens: 100 }, signal)
    expect(reply).toEqual({
      text: '{"verdict":true}',
      usage: expect.objectContaining({ inputTokens: 12, outputTokens: 5, totalTokens: 17 }),
      finishReason: 'stop',
      latencyMs: expect.any(Number),
      calls: 1,
    })
    expect(reply.usage?.cachedTokens ?? 0).toBe(format.cachedTokens)
    const [request] = server.requests
    expect(request?.path).toBe(format.path)
    expect(request?.headers[format.auth.header]).toMatch(format.auth.value)
    expect(format.questionIn(bodyOf(request?.body))).toBe('Is it right?')
    expect(model.id).toBe(format.id)
  })

  it('gets the schema of the answer', async () => {
    server.behave(good)
    await (await open()).generate({ ...question, json: schema }, signal)
    expect(format.schemaIn(bodyOf(server.requests[0]?.body))).toMatchObject({ properties: schema.properties })
  })

  it('sends every setting, or says that the model does not have it', async () => {
    server.behave(good)
    const settings = {
      temperature: 0.625,
      topP: 0.375,
      topK: 17,
      presencePenalty: 0.125,
      frequencyPenalty: 0.875,
      stopSequences: ['THE END'],
      maxOutputTokens: 234,
      seed: 4711,
    }
    const { unsupported = [] } = await (await open()).generate({ ...question, ...settings }, signal)
    const sent = JSON.stringify(server.requests[0]?.body)
    const kept = Object.entries(settings).filter(([, value]) => sent.includes(String(value)))
    expect([...kept.map(([name]) => name), ...unsupported].toSorted()).toEqual(Object.keys(settings).toSorted())
    expect(kept.map(([name]) => name)).toEqual(expect.arrayContaining(['temperature', 'maxOutputTokens']))
  })

  it('is asked again after the time that a 429 names', async () => {
    server.behave(refusing(format, 429, { 'retry-after': '7' }), good)
    const { reply, delays } = await askThroughRetries(format)
    expect(delays).toEqual([7000])
    expect(reply).toMatchObject({ text: '{"verdict":true}', calls: 2 })
  })

  it('is asked again after a 500, and once only by us', async () => {
    server.behave(refusing(format, 500), refusing(format, 503), good)
    const { reply } = await askThroughRetries(format)
    expect(reply?.calls).toBe(3)
    expect(server.requests).toHaveLength(3)
  })

  it('is asked again when the connection is cut or reset', async () => {
    server.behave({ do: 'cut', body: format.reply('half of this') }, { do: 'reset' }, good)
    const { reply } = await askThroughRetries(format)
    expect(reply?.calls).toBe(3)
  })

  it('is asked again when it hangs', async () => {
    server.behave({ do: 'hang' }, good)
    const model = await open()
    // Only the call that hangs is hurried.
    const limited = [withModelTimeout(model, 300), model]
    const generate: LanguageModel['generate'] = (...asked) => (limited.shift() ?? model).generate(...asked)
    const asking = withModelRetries({ ...model, generate }, { sleep: async () => {} })
    expect(await asking.generate(question, signal)).toMatchObject({ calls: 2 })
  })

  it('says what came instead of an answer in its format', async () => {
    server.behave({ do: 'send', text: '<html>Welcome to the proxy</html>' })
    const failure = await failureOf(format)
    expect(failure.message).toBe(
      `${labelOf(format)} gave an answer that is not in its format: <html>Welcome to the proxy</html>`,
    )
    server.behave({ do: 'send', text: '{"something":"else"}' })
    expect((await failureOf(format)).message).toMatch(/nothing in it$|not in its format: |cannot be used: /)
  })

  it('is not asked again with a wrong key, and the error names the variable and never the key', async () => {
    server.behave(refusing(format, 401, {}, `Incorrect API key provided: ${KEY}.`))
    const { error, delays } = await askThroughRetries(format)
    expect(delays).toEqual([])
    expect(error?.message).toBe(`${labelOf(format)} answered with status 401: Incorrect API key provided: [key].`)
    expect(hintOf(error)).toContain(Object.keys(format.environment('')).find((name) => /KEY/.test(name)))
    expect(everythingIn(error)).not.toContain(KEY)
  })

  it('says when its content filter refuses', async () => {
    server.behave({ do: 'reply', body: format.refusal })
    const failure = await failureOf(format)
    expect(failure).toMatchObject({ code: 'judge', retryable: false })
    expect(failure.message).toMatch(/ refused to answer: \w+$/)
  })

  it('stops when the signal aborts', async () => {
    server.behave({ do: 'hang' })
    const controller = new AbortController()
    const asking = (await open()).generate(question, controller.signal)
    // A request on its way would reach the server in the next test.
    await expect.poll(() => server.requests.length).toBe(1)
    controller.abort(new Error('enough'))
    await expect(asking).rejects.toThrow('enough')
  })

  it('needs what its error names', async () => {
    if (provider === 'OpenAI-compatible') return
    await expect(openModel(format.model, { environment: {} })).rejects.toMatchObject({
      code: 'config',
      message: `There is no key for ${format.id} (${labelOf(format)})`,
    })
  })
})

describe('openModel', () => {
  it('says that nobody is there, and that trying again may help', async () => {
    const gone = await startProviderServer()
    await gone.close()
    const model = await openModel(`ollama/qwen3:8b@${gone.url}`, { environment: {} })
    await expect(model.generate(question, signal)).rejects.toMatchObject({
      message: 'Ollama cannot be reached: ECONNREFUSED',
      retryable: true,
    })
  })

  it('waits as long as Google says in the body of a 429', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' }]
    server.behave({ do: 'reply', status: 429, body: { error: { code: 429, message: 'quota', status: 'X', details } } })
    const environment = { GEMINI_API_KEY: KEY, GOOGLE_GENERATIVE_AI_BASE_URL: server.url }
    const model = await openModel('gemini-2.5-flash', { environment })
    await expect(model.generate(question, signal)).rejects.toMatchObject({ retryAfterMs: 36_500, overloaded: true })
  })

  it('does not try again when the account has no money', async () => {
    server.behave({ do: 'reply', status: 429, body: { error: { message: 'quota', code: 'insufficient_quota' } } })
    const environment = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url }
    const model = await openModel('gpt-4o', { environment })
    await expect(model.generate(question, signal)).rejects.toMatchObject({ retryable: false, overloaded: false })
  })

  it('does not show a key that a copy and paste broke', async () => {
    const environment = { OPENAI_API_KEY: 'sk-one\nsk-two' }
    await expect(openModel('gpt-4o', { environment })).rejects.toMatchObject({
      message: 'OPENAI_API_KEY holds something that cannot be a key',
    })
  })

  it('asks Vertex for Gemini where the environment says so', async () => {
    const environment = { GOOGLE_GENAI_USE_VERTEXAI: 'TRUE', GOOGLE_VERTEX_API_KEY: KEY }
    expect((await openModel('gemini-2.5-flash', { environment })).id).toBe('vertex/gemini-2.5-flash')
  })

  it.each([
    [
      'openai-compatible/dep@URL/openai/deployments/dep/chat/completions?api-version=2024-06-01',
      { OPENAI_COMPATIBLE_API_KEY: KEY },
      '/openai/deployments/dep/chat/completions?api-version=2024-06-01',
    ],
    ['azure/dep@URL/openai/v1', { AZURE_API_KEY: KEY }, '/openai/v1/chat/completions'],
    [
      'azure/dep',
      { AZURE_OPENAI_ENDPOINT: 'URL', AZURE_OPENAI_API_KEY: KEY, AZURE_API_VERSION: '2025-01-01' },
      '/openai/deployments/dep/chat/completions?api-version=2025-01-01',
    ],
  ])('asks Azure at %s', async (name, variables, path) => {
    server.behave({ do: 'send', text: '{}' })
    const environment = Object.fromEntries(
      Object.entries(variables).map(([key, value]) => [key, value.replace('URL', server.url)]),
    )
    const model = await openModel(name.replace('URL', server.url), { environment })
    await model.generate(question, signal).catch(() => {})
    expect(server.requests[0]).toMatchObject({ path, headers: { 'api-key': KEY } })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('refuses Azure without an address, and a key in an address', async () => {
    await expect(openModel('azure/dep', { environment: {} })).rejects.toThrow('Nobody knows where the server of dep is')
    const leaking = openModel('azure/dep@https://r.openai.azure.com/?api-key=abc', { environment: {} })
    await expect(leaking).rejects.toThrow('The address of a model server is not one')
  })

  it('asks for JSON without a schema where the server takes none', async () => {
    server.behave({ do: 'send', text: '{}' })
    const model = await openModel(`openai-compatible/m@${server.url}`, { environment: {}, jsonSchema: false })
    await model.generate({ ...question, json: schema }, signal).catch(() => {})
    expect(server.requests[0]?.body).toMatchObject({ response_format: { type: 'json_object' } })
    expect(model.baseUrl).toBe(`${server.url}/v1`)
  })
})

describe('providerStatus', () => {
  it('says what is set and never to what', () => {
    const environment = { GEMINI_API_KEY: KEY, AWS_ACCESS_KEY_ID: 'AKID' }
    const status = providerStatus(environment)
    expect(status.filter(({ ready }) => ready).map(({ provider }) => provider)).toEqual([
      'google',
      'ollama',
      'llamacpp',
      'vllm',
      'lmstudio',
    ])
    expect(status[0]).toMatchObject({ used: ['GEMINI_API_KEY'] })
    expect(JSON.stringify(status)).not.toContain(KEY)
  })
})

function refusing(format: WireFormat, status: number, headers: Record<string, string> = {}, text = 'no'): Behaviour {
  return { do: 'reply', status, headers, body: format.error(status, text) }
}

async function askThroughRetries(format: WireFormat) {
  const delays: number[] = []
  const model = withModelRetries(await openModel(format.model, { environment: format.environment(server.url) }), {
    sleep: async (ms) => delays.push(ms),
    random: () => 0,
  })
  try {
    return { reply: await model.generate(question, signal), delays }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { error, delays }
  }
}

async function failureOf(format: WireFormat): Promise<ModelFailure> {
  const model = await openModel(format.model, { environment: format.environment(server.url) })
  const failure: unknown = await model.generate(question, signal).catch((error: unknown) => error)
  if (!(failure instanceof ModelFailure)) throw new Error('expected a ModelFailure', { cause: failure })
  return failure
}

function labelOf(format: WireFormat): string {
  const label = Object.entries(wireFormats).find(([, other]) => other === format)?.[0] ?? ''
  return label === 'OpenAI-compatible' ? 'The OpenAI-compatible server' : label
}

function hintOf(error: ModelFailure | undefined): string | undefined {
  return error?.hint && toEnglish(error.hint)
}

function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [error.stack, JSON.stringify(error), everythingIn(error.cause)].join('\n')
}

// See `Body`: it came over the wire as JSON and is only looked into.
function bodyOf(body: unknown): Body {
  return body as Body
}
