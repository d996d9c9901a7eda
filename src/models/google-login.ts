import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AuthClient } from 'google-auth-library'
import { z } from 'zod'
import { EvalError, JsonObject, message, type Message } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { ModelFailure } from './model-failure.ts'
import { loadOptional } from '../core/basics/optional-package.ts'
import { jsonOrUndefined } from './retry-after.ts'
import { redactor } from './secrets.ts'

const googleTokenUrl = 'https://oauth2.googleapis.com/token'
/** Where version 9 of the package asks for the token of a service account, too. */
const googleTokenUrls = [googleTokenUrl, 'https://www.googleapis.com/oauth2/v4/token']

// Old files name addresses of Google's that the package has replaced since.
const formerTokenUri = /^https:\/\/(accounts|www)\.google(apis)?\.com\//

/** Where a file wants its tokens from. Credentials go there, so nobody may listen in. */
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

/** Those that google-auth-library reads by itself. */
const Federated = z.looseObject({
  type: z.enum(['external_account', 'external_account_authorized_user', 'impersonated_service_account']),
})

const Credentials = z.discriminatedUnion('type', [ServiceAccount, User, Federated])
type Credentials = z.infer<typeof Credentials>

type GoogleLoginEnvironment = Readonly<Record<string, string | undefined>>

/** How one is logged in at Google. What is in it is secret, but for `variable`, `file` and the credentials' `type`. */
export type GoogleLogin =
  | { readonly kind: 'token'; readonly variable: string; readonly token: string }
  | {
      readonly kind: 'file'
      /** The variable that names the file; absent where it is the one that gcloud keeps. */
      readonly variable?: string
      readonly file: string
      readonly credentials: Credentials
    }

/** Those that may hold an access token: the first is what gcloud itself reads, the second is usual among tools around it. */
export const googleTokenVariables = ['CLOUDSDK_AUTH_ACCESS_TOKEN', 'GOOGLE_OAUTH_ACCESS_TOKEN']

/** The one that names a file of credentials. */
export const googleFileVariable = 'GOOGLE_APPLICATION_CREDENTIALS'

/**
 * The login that is found without asking anybody: an access token, the credentials file that a variable names, the one
 * that `gcloud auth application-default login` writes.
 *
 * @throws {EvalError} `config` for a file that is not there or holds no credentials
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
 * Where access tokens come from; each is used as long as it is valid. Without a login that can be found, Google Cloud's
 * metadata server is looked for, which the machines there have.
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

/** Nothing of what stands in the file gets into an error. */
function readCredentials(file: string, source: string): FileLogin {
  if (!isFile(file)) {
    throw new EvalError('config', message('{source} names {file}, and there is no such file', { source, file }), {
      hint: loginHint,
    })
  }
  const text = statSync(file).size > largest ? '' : readFileSync(file, 'utf8')
  const read = Credentials.safeParse(jsonOrUndefined(text))
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
  // In version 9 the one that asks stands inside another, and its addresses are texts.
  const outer: AuthClient['transporter'] & { readonly instance?: AuthClient['transporter'] } = client.transporter
  const { instance = outer } = outer
  instance.interceptors.request.add({
    async resolved(request) {
      // The package has Google's address built in, and the file may name another one.
      const isForToken = tokenUri !== undefined && googleTokenUrls.includes(String(request.url))
      // There is one layer of retries, and it is not the package's.
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
    // There is no file, so all that can have failed is the search for the metadata server.
    throw new EvalError('config', message('There is no Google login, and no metadata server of Google Cloud'), {
      hint: loginHint,
    })
  }
}

async function tokenFrom(client: AuthClient, login: FileLogin | undefined): Promise<string | undefined> {
  try {
    return (await client.getAccessToken()).token ?? undefined
  } catch (error) {
    // Without the cause: it holds the request, and that the credentials.
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
    // The model itself was never asked.
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
