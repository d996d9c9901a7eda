import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  startGoogleTokenServer,
  type GoogleTokenServer,
  ACCESS_TOKEN,
  CLIENT_SECRET,
  KEY_ID,
  REFRESH_TOKEN,
} from '../../test/fixtures/providers/google-token-server.ts'
import { startProviderServer } from '../../test/fixtures/providers/provider-server.ts'
import { wireFormats } from '../../test/fixtures/providers/wire-formats.ts'
import { toEnglish } from '../core/index.ts'
import { findGoogleLogin, googleAccessToken } from './google-login.ts'
import { ModelFailure } from './model-failure.ts'
import { openModel } from './open-model.ts'

const { signal } = new AbortController()
let server: GoogleTokenServer
beforeAll(async () => {
  server = await startGoogleTokenServer()
})
afterEach(() => {
  server.refuse(undefined)
  vi.unstubAllEnvs()
})
afterAll(() => server.close())

const service = () => ({ GOOGLE_APPLICATION_CREDENTIALS: join(server.folder, 'service.json') })
const gcloud = () => ({ CLOUDSDK_CONFIG: server.folder })

describe('findGoogleLogin', () => {
  it('takes a token before a named file before the one of gcloud, which lies in the home folder unless told otherwise', () => {
    const token = { GOOGLE_OAUTH_ACCESS_TOKEN: ACCESS_TOKEN }
    expect(findGoogleLogin({ ...gcloud(), ...service(), ...token })).toMatchObject({ kind: 'token' })
    expect(findGoogleLogin({ ...gcloud(), ...service() })).toMatchObject({ credentials: { type: 'service_account' } })
    expect(findGoogleLogin({ ...gcloud(), HOME: '/nowhere' })).toMatchObject({
      credentials: { type: 'authorized_user' },
    })
    expect(findGoogleLogin({ HOME: server.folder })).toBeUndefined()
    expect(findGoogleLogin({})).toBeUndefined()
  })

  it.each([
    ['nothing.json', undefined, 'names FILE, and there is no such file'],
    ['a.json', 'not { "private_key": "SECRET', 'FILE (GOOGLE_APPLICATION_CREDENTIALS) holds no Google credentials'],
    ['b.json', '{"type":"SECRET"}', 'FILE (GOOGLE_APPLICATION_CREDENTIALS) holds no Google credentials'],
    [
      'd.json',
      '{"type":"service_account","private_key":"SECRET","client_email":"a@b","token_uri":"http://203.0.113.9/token"}',
      'FILE (GOOGLE_APPLICATION_CREDENTIALS): token_uri is missing or wrong',
    ],
    [
      'c.json',
      '{"type":"service_account","private_key":"SECRET"}',
      'FILE (GOOGLE_APPLICATION_CREDENTIALS): client_email is missing or wrong',
    ],
  ])('refuses %s with a reason, and shows nothing of it', (name, content, problem) => {
    const file = join(server.folder, name)
    if (content !== undefined) writeFileSync(file, content)
    const find = () => findGoogleLogin({ GOOGLE_APPLICATION_CREDENTIALS: file })
    expect(find).toThrow(expect.objectContaining({ code: 'config' }))
    expect(find).toThrow(problem.replace('FILE', file))
    expect(find).not.toThrow('SECRET')
  })
})

describe('googleAccessToken', () => {
  it('is given to a service account that signs with its key, and kept while it is valid', async () => {
    const accessToken = await googleAccessToken(service())
    const before = server.asked()
    expect([await accessToken(), await accessToken()]).toEqual([ACCESS_TOKEN, ACCESS_TOKEN])
    expect(server.granted.at(-1)).toBe('judge@my-project.iam.gserviceaccount.com')
    expect(server.asked() - before).toBe(1)
  })

  it('is given to a person who logged in with gcloud', async () => {
    expect(await (await googleAccessToken(gcloud()))()).toBe(ACCESS_TOKEN)
    expect(server.granted.at(-1)).toBe('user')
  })

  it.each([
    ['service', 'See whether the key in {file} still exists, and whether the clock of this machine is right'],
    ['gcloud', 'Log in again: gcloud auth application-default login'],
  ])('says who refused %s, without the credentials, and is not asked for again', async (who, hint) => {
    // Servers like to quote what they were sent.
    const error = `invalid_grant ${who === 'service' ? KEY_ID : REFRESH_TOKEN}`
    server.refuse({ status: 400, error, error_description: 'Revoked.' })
    const failure = await failureOf(who === 'service' ? service() : gcloud())
    expect(failure).toMatchObject({ code: 'judge', retryable: false, status: 400, hint: { text: hint } })
    expect(failure.message).toMatch(/^Google gave no access token: invalid_grant \[key\]/)
    const everything = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`
    for (const secret of [KEY_ID, REFRESH_TOKEN, CLIENT_SECRET, server.secretKey.slice(0, 40)]) {
      expect(everything).not.toContain(secret)
    }
  })

  it('is left to our own retries when the server has trouble', async () => {
    server.refuse({ status: 503, error: 'busy', error_description: 'Try later.' })
    for (const login of [service(), gcloud()]) {
      const before = server.asked()
      expect(await failureOf(login)).toMatchObject({ retryable: true, status: 503 })
      expect(server.asked() - before).toBe(1)
    }
  })

  it('says when the server is not there', async () => {
    const gone = await startGoogleTokenServer()
    const file = join(server.folder, 'gone.json')
    writeFileSync(file, JSON.stringify({ ...credentialsIn(service()), token_uri: gone.tokenUri }))
    await gone.close()
    const failure = await failureOf({ GOOGLE_APPLICATION_CREDENTIALS: file })
    expect(failure).toMatchObject({ retryable: true, hint: { text: expect.stringContaining('network') } })
  })

  it('says when a key is no key', async () => {
    const file = join(server.folder, 'broken.json')
    writeFileSync(file, JSON.stringify({ ...credentialsIn(service()), private_key: 'SECRET-but-no-key' }))
    const failure = await failureOf({ GOOGLE_APPLICATION_CREDENTIALS: file })
    expect(failure).toMatchObject({ retryable: false })
    expect(failure.message).not.toContain('SECRET')
  })

  it('needs a login, or a machine of Google Cloud', async () => {
    vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
    vi.stubEnv('CLOUDSDK_CONFIG', join(server.folder, 'nothing'))
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '')
    const failure: unknown = await googleAccessToken({}).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'config',
      message: 'There is no Google login, and no metadata server of Google Cloud',
      hint: { text: expect.stringContaining('gcloud auth application-default login') },
    })
  })
})

describe('a model on Vertex AI', () => {
  const place = { GOOGLE_CLOUD_PROJECT: 'my-project', GOOGLE_CLOUD_LOCATION: 'us-central1' }

  it.each(['service', 'gcloud'])('is asked with the login of %s', async (who) => {
    const vertex = await startProviderServer()
    vertex.behave({ do: 'reply', body: wireFormats['Vertex AI']?.reply('yes') })
    const base = `${vertex.url}/v1beta1/projects/my-project/locations/us-central1/publishers/google`
    const login = who === 'service' ? service() : gcloud()
    const environment = { ...place, ...login, GOOGLE_VERTEX_BASE_URL: base }
    const model = await openModel('vertex/gemini-2.5-flash', { environment })
    const reply = await model.generate({ messages: [{ role: 'user', text: 'Is it right?' }] }, signal)
    expect(reply.text).toBe('yes')
    expect(vertex.requests[0]?.headers.authorization).toBe(`Bearer ${ACCESS_TOKEN}`)
    await vertex.close()
  })

  it('is asked at its project where the address is a host alone, and without one with a key', async () => {
    const vertex = await startProviderServer()
    vertex.behave({ do: 'reply', body: wireFormats['Vertex AI']?.reply('yes') })
    const ask = async (environment: Readonly<Record<string, string>>) => {
      const model = await openModel('vertex/gemini-2.5-flash', {
        environment: { ...environment, GOOGLE_VERTEX_BASE_URL: vertex.url },
      })
      await model.generate({ messages: [{ role: 'user', text: 'Is it right?' }] }, signal)
    }
    await ask({ ...place, ...service() })
    await ask({ GOOGLE_VERTEX_API_KEY: 'key' })
    expect(vertex.requests.map(({ path }) => path)).toEqual([
      '/v1beta1/projects/my-project/locations/us-central1/publishers/google/models/gemini-2.5-flash:generateContent',
      '/v1/publishers/google/models/gemini-2.5-flash:generateContent',
    ])
    await vertex.close()
  })

  it('says what is wrong with the login in the words of the login', async () => {
    server.refuse({ status: 400, error: 'invalid_grant', error_description: 'Account not found.' })
    const model = await openModel('vertex/gemini-2.5-flash', { environment: { ...place, ...service() } })
    const asking = model.generate({ messages: [{ role: 'user', text: 'hi' }] }, signal)
    await expect(asking).rejects.toMatchObject({
      message: 'Google gave no access token: invalid_grant: Account not found.',
    })
  })

  it('is not opened with a login that cannot be used', async () => {
    const environment = { ...place, GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' }
    await expect(openModel('vertex/gemini-2.5-flash', { environment })).rejects.toMatchObject({
      message: 'GOOGLE_APPLICATION_CREDENTIALS names /nowhere/key.json, and there is no such file',
    })
  })
})

async function failureOf(environment: Readonly<Record<string, string>>): Promise<ModelFailure> {
  const accessToken = await googleAccessToken(environment)
  const failure: unknown = await accessToken().catch((error: unknown) => error)
  if (!(failure instanceof ModelFailure)) throw new Error('expected a ModelFailure', { cause: failure })
  expect(failure.hint && toEnglish(failure.hint)).toBeTruthy()
  return failure
}

function credentialsIn(environment: Readonly<Record<string, string>>): object {
  const login = findGoogleLogin(environment)
  return login?.kind === 'file' ? login.credentials : {}
}
