import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AuthClient } from 'google-auth-library'
import { z } from 'zod'
import { EvalError, JsonObject, message, type Message, parsedJson } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { ModelFailure } from './model-failure.ts'
import { loadOptional } from '../core/basics/optional-package.ts'
import { redactor } from './secrets.ts'

const googleTokenUrl = 'https://oauth2.googleapis.com/token'
/** Version 9 of google-auth-library asks the second address for the token of a service account. */
const googleTokenUrls = [googleTokenUrl, 'https://www.googleapis.com/oauth2/v4/token']

// Old credentials files name addresses that the package has replaced.
const formerTokenUri = /^https:\/\/(accounts|www)\.google(apis)?\.com\//

/** The file's address for tokens. It receives credentials, so it must be HTTPS or local. */
const TokenUri = z
  .url({ protocol: /^https?$/ })
  .refine((address) => address.startsWith('https:') || /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(address))
  .transform((address) => (formerTokenUri.test(address) ? googleTokenUrl : address))

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: TokenUri.optional(),
})

const User = z.object({
  type: z.literal('authorized_user'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  refresh_token: z.string().min(1),
  token_uri: TokenUri.optional(),
})

const Federated = z.looseObject({
  type: z.enum(['external_account', 'external_account_authorized_user', 'impersonated_service_account']),
})

const Credentials = z.discriminatedUnion('type', [ServiceAccount, User, Federated])
type Credentials = z.infer<typeof Credentials>

type GoogleLoginEnvironment = Readonly<Record<string, string | undefined>>

/** A login at Google. Everything in it is secret except `variable`, `file` and the credentials' `type`. */
export type GoogleLogin =
  | { readonly kind: 'token'; readonly variable: string; readonly token: string }
  | {
      readonly kind: 'file'
      /** The variable that names the file; undefined for the file that gcloud writes. */
      readonly variable?: string
      readonly file: string
      readonly credentials: Credentials
    }

/** Variables that may hold an access token: the first is read by gcloud itself, the second is common in other tools. */
export const googleTokenVariables = ['CLOUDSDK_AUTH_ACCESS_TOKEN', 'GOOGLE_OAUTH_ACCESS_TOKEN']

export const googleFileVariable = 'GOOGLE_APPLICATION_CREDENTIALS'

/**
 * Finds a login without a network call: an access token, the credentials file that a variable names, or the file that
 * `gcloud auth application-default login` writes.
 *
 * @throws {EvalError} `config` when a file is missing or holds no credentials
 */
export function findGoogleLogin(environment: GoogleLoginEnvironment): GoogleLogin | undefined {
  const variable = googleTokenVariables.find((name) => valueOf(environment, name) !== undefined)
  if (variable !== undefined) return { kind: 'token', variable, token: valueOf(environment, variable) ?? '' }
  const named = valueOf(environment, googleFileVariable)
  if (named !== undefined)
    return { ...readCredentials(resolve(named), googleFileVariable), variable: googleFileVariable }
  const file = fileOfGcloud(environment)
  return file === undefined || !isFile(file) ? undefined : readCredentials(file, 'gcloud')
}

/**
 * Returns a source of access tokens, which are reused while they are valid. Without a login it looks for Google Cloud's
 * metadata server, which exists on the machines there.
 *
 * @throws {EvalError} `config` when there is no login, or none that can be used
 */
export async function googleAccessToken(environment: GoogleLoginEnvironment): Promise<() => Promise<string>> {
  const login = findGoogleLogin(environment)
  if (login?.kind === 'token') return async () => login.token
  const client = login === undefined ? await clientOfMachine() : await clientOfFile(login)
  return async () => {
    const token = await tokenFrom(client, login)
    if (token !== undefined) return token
    throw new ModelFailure(message('Google gave no access token: {problem}', { problem: 'the answer has none' }))
  }
}

type FileLogin = Extract<GoogleLogin, { kind: 'file' }>

const largest = 2 ** 20

/** Errors must not contain anything from inside the file. */
function readCredentials(file: string, source: string): FileLogin {
  if (!isFile(file)) {
    throw new EvalError('config', message('{source} names {file}, and there is no such file', { source, file }), {
      hint: loginHint,
    })
  }
  const text = statSync(file).size > largest ? '' : readFileSync(file, 'utf8')
  const read = Credentials.safeParse(parsedJson(text))
  if (read.success) return { kind: 'file', file, credentials: read.data }
  const field = read.error.issues[0]?.path[0] ?? 'type'
  throw new EvalError(
    'config',
    field === 'type'
      ? message('{file} ({source}) holds no Google credentials', { file, source })
      : message('{file} ({source}): {field} is missing or wrong', { file, source, field: String(field) }),
    { hint: loginHint },
  )
}

const loginHint = message(
  'Let GOOGLE_APPLICATION_CREDENTIALS name the JSON key of a service account, or log in: gcloud auth application-default login',
)

function fileOfGcloud(environment: GoogleLoginEnvironment): string | undefined {
  const home = valueOf(environment, process.platform === 'win32' ? 'APPDATA' : 'HOME')
  const defaultFolder =
    home === undefined ? undefined : join(home, process.platform === 'win32' ? 'gcloud' : '.config/gcloud')
  const folder = valueOf(environment, 'CLOUDSDK_CONFIG') ?? defaultFolder
  return folder === undefined ? undefined : join(folder, 'application_default_credentials.json')
}

async function clientOfFile({ file, credentials }: FileLogin): Promise<AuthClient> {
  const { GoogleAuth, JWT, UserRefreshClient } = await googleLibrary()
  if (credentials.type === 'service_account') {
    const { client_email: email, private_key: key, private_key_id: keyId, token_uri } = credentials
    return withOurRetries(new JWT({ email, key, keyId, scopes }), token_uri)
  }
  if (credentials.type === 'authorized_user') {
    const { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken, token_uri } = credentials
    return withOurRetries(new UserRefreshClient({ clientId, clientSecret, refreshToken }), token_uri)
  }
  return withOurRetries(await new GoogleAuth({ keyFilename: file, scopes }).getClient())
}

function withOurRetries(client: AuthClient, tokenUri?: string): AuthClient {
  // In version 9 the transporter that makes the requests is nested, and its addresses are strings.
  const outer: AuthClient['transporter'] & { readonly instance?: AuthClient['transporter'] } = client.transporter
  const { instance = outer } = outer
  instance.interceptors.request.add({
    async resolved(request) {
      // The package has Google's address built in, but the file may name another one.
      const isForToken = tokenUri !== undefined && googleTokenUrls.includes(String(request.url))
      // Our retries are the only layer, so the package's are turned off.
      return { ...request, url: isForToken ? new URL(tokenUri) : request.url, retry: false, retryConfig: undefined }
    },
  })
  return client
}

const scopes = ['https://www.googleapis.com/auth/cloud-platform']

async function clientOfMachine(): Promise<AuthClient> {
  const { GoogleAuth } = await googleLibrary()
  try {
    return await new GoogleAuth({ scopes }).getClient()
  } catch {
    // Without a file only the search for the metadata server can have failed.
    throw new EvalError('config', message('There is no Google login, and no metadata server of Google Cloud'), {
      hint: loginHint,
    })
  }
}

async function tokenFrom(client: AuthClient, login: FileLogin | undefined): Promise<string | undefined> {
  try {
    return (await client.getAccessToken()).token ?? undefined
  } catch (error) {
    // The error has no cause, because the cause holds the request with the credentials.
    throw tokenFailure(error, login)
  }
}

const Refusal = z.looseObject({ status: z.number().optional().catch(undefined), code: z.unknown() })

function tokenFailure(error: unknown, login: FileLogin | undefined): ModelFailure {
  const { status, code } = Refusal.safeParse(error).data ?? {}
  const redact = redactor(secretsIn(login?.credentials ?? {}))
  const problem = redact(messageOf(error))
  const isNetwork = status === undefined && typeof code === 'string' && /^E[A-Z]+$/.test(code)
  return new ModelFailure(message('Google gave no access token: {problem}', { problem }), {
    status,
    // The model itself received no request.
    usage: { inputTokens: 0, outputTokens: 0 },
    retryable: isNetwork || status === 429 || (status !== undefined && status >= 500),
    hint: isNetwork ? networkHint : hintFor(login),
  })
}

const networkHint = message('See whether the network is there, and whether the address is right')

function hintFor(login: FileLogin | undefined): Message {
  return login?.credentials.type === 'service_account'
    ? message('See whether the key in {file} still exists, and whether the clock of this machine is right', {
        file: login.file,
      })
    : message('Log in again: gcloud auth application-default login')
}

function secretsIn(credentials: JsonObject): readonly string[] {
  return Object.entries(credentials).flatMap(([name, value]) => {
    if (typeof value === 'string') return /key|secret|token$/.test(name) ? [value] : []
    const inner = JsonObject.safeParse(value)
    return inner.success ? secretsIn(inner.data) : []
  })
}

function valueOf(environment: GoogleLoginEnvironment, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === '' ? undefined : value
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

async function googleLibrary() {
  return loadOptional('google-auth-library', 'Google login', async () => import('google-auth-library'))
}
