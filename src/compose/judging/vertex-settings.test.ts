import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ACCESS_TOKEN,
  startGoogleTokenServer,
  type GoogleTokenServer,
} from '../../../test/fixtures/providers/google-token-server.ts'
import { startProviderServer, type ProviderServer } from '../../../test/fixtures/providers/provider-server.ts'
import { judgeSource, type RunJudges } from './choose-judge.ts'
import { collectWarnings } from '../warnings.ts'
import type { Environment } from '../config/environment.ts'
import { makeMetric } from '../metrics/metric-catalogue.ts'
import { vertexSettings } from './vertex-settings.ts'

const place = { GOOGLE_CLOUD_PROJECT: 'my-project', GOOGLE_CLOUD_LOCATION: 'us-central1' }
const configured = { ...place, CLOUDSDK_AUTH_ACCESS_TOKEN: 'made-up-token' }

let server: ProviderServer
let tokens: GoogleTokenServer
beforeAll(async () => {
  server = await startProviderServer()
  tokens = await startGoogleTokenServer()
})
afterAll(() => Promise.all([server.close(), tokens.close()]))

function judgesIn(environment: Environment, named?: string) {
  return judgeSource({
    named,
    language: 'en',
    environment,
    openCache: undefined,
    account: undefined,
    secondLook: true,
    decoys: 'off',
    random: () => 0.5,
    warnings: collectWarnings(),
    now: () => 0,
  })
}

function safetyMetric(judges: RunJudges) {
  const criterion = { metricName: 'safety_v1', threshold: 1, criterion: { threshold: 1 } }
  const dependencies = { adkCompat: false, folder: '.', judges, documents: async () => [], warnings: collectWarnings() }
  return makeMetric(criterion, dependencies)
}

describe('who judges what Google has a service for', () => {
  it.each(['safety_v1', 'response_evaluation_score'])('is that service for %s, with credentials', async (metric) => {
    expect((await judgesIn(configured).judgeFor(metric)).id).toBe('vertex-evaluation')
  })

  it('is that service with nothing but its API key', async () => {
    expect((await judgesIn({ GOOGLE_VERTEX_API_KEY: 'made-up-key' }).judgeFor('safety_v1')).id).toBe(
      'vertex-evaluation',
    )
  })

  it('is the embedded judge without credentials', async () => {
    expect((await judgesIn(place).judgeFor('safety_v1')).id).toBe('embedded')
  })

  it('is whoever was named', async () => {
    expect((await judgesIn(configured, 'embedded').judgeFor('safety_v1')).id).toBe('embedded')
    expect((await judgesIn(configured).judgeFor('safety_v1', { model: 'ollama/llama3' })).id).toBe('ollama/llama3')
  })

  it.each(['service.json', 'application_default_credentials.json'])('is asked with the login in %s', async (file) => {
    const login =
      file === 'service.json'
        ? { GOOGLE_APPLICATION_CREDENTIALS: join(tokens.folder, file) }
        : { CLOUDSDK_CONFIG: tokens.folder }
    server.behave({ do: 'reply', body: { safetyResult: { score: 1, explanation: 'Harmless.' } } })
    const judges = judgesIn({ ...place, ...login, GOOGLE_VERTEX_BASE_URL: server.url })
    const metric = await safetyMetric(judges)
    const invocation = { userContent: {}, finalResponse: { parts: [{ text: 'Eight minutes.' }] } }
    expect(await metric.score({ id: 'egg' }, { invocations: [invocation] }, {})).toMatchObject({ passed: true })
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${ACCESS_TOKEN}`)
  })

  it('is refused when the login cannot be used, and not quietly somebody else', async () => {
    const environment = { ...place, GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' }
    await expect(judgesIn(environment).judgeFor('safety_v1', undefined)).rejects.toMatchObject({ code: 'config' })
  })

  it('is the embedded judge for every other metric', async () => {
    expect((await judgesIn(configured).judgeFor('final_response_match_v2')).id).toBe('embedded')
  })

  it('needs credentials when the service is named', async () => {
    await expect(judgesIn({}, 'vertex-evaluation').judgeFor('safety_v1')).rejects.toMatchObject({
      code: 'config',
      message: 'vertex-evaluation needs a project, a location and credentials',
    })
  })

  it('is asked over the address of the environment and stands in the score', async () => {
    server.behave({ do: 'reply', body: { safetyResult: { score: 1, explanation: 'Harmless.' } } })
    const judges = judgesIn({ ...configured, GOOGLE_VERTEX_BASE_URL: server.url })
    const metric = await safetyMetric(judges)
    const invocation = { userContent: {}, finalResponse: { parts: [{ text: 'Eight minutes.' }] } }
    const score = await metric.score({ id: 'egg' }, { invocations: [invocation] }, {})
    expect(score).toMatchObject({ status: 'scored', value: 1, passed: true })
    expect(JSON.stringify(score)).toContain('"judge":"vertex-evaluation"')
    expect(judges.uses.map(({ judge }) => judge.id)).toEqual(['vertex-evaluation'])
  })
})

describe('vertexSettings', () => {
  it.each([
    ['a project', { ...configured, GOOGLE_CLOUD_PROJECT: ' ' }],
    ['a location', { ...configured, GOOGLE_CLOUD_LOCATION: undefined }],
  ])('are none without %s', async (_what, environment) => {
    expect(await vertexSettings(environment)).toBeUndefined()
  })

  it('take an API key where there is no token, and before any file', async () => {
    const environment = { ...place, GOOGLE_VERTEX_API_KEY: 'key', CLOUDSDK_CONFIG: tokens.folder }
    expect(await vertexSettings(environment)).toEqual({
      place: { project: 'my-project', location: 'us-central1' },
      apiKey: 'key',
    })
    expect(await vertexSettings({ ...configured, GOOGLE_VERTEX_API_KEY: 'key' })).toHaveProperty('accessToken')
  })

  it.each([
    ['https://gateway.example', 'https://gateway.example'],
    ['https://gateway.example/google/', 'https://gateway.example/google'],
    ['https://gateway.example/google/v1/publishers/google', 'https://gateway.example/google'],
    ['https://gateway.example/v1beta1/projects/p/locations/l/publishers/google', 'https://gateway.example'],
  ])('take %s for the service at %s', async (told, baseUrl) => {
    expect(await vertexSettings({ ...configured, GOOGLE_VERTEX_BASE_URL: told })).toMatchObject({ baseUrl })
  })
})
