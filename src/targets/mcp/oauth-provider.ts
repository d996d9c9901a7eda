import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ClientCredentialsProvider, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { EvalError, message, type Message } from '../../core/index.ts'
import { knownSecrets } from '../../text/secrets/secrets.ts'
import { excerpt } from '../excerpt.ts'
import { untilAborted } from '../until-aborted.ts'
import type { McpLogin } from './mcp-options.ts'

type LoginOptions = {
  /** Receives every token, so that it can be hidden in logs, stores and exports. */
  readonly onSecret: (token: string) => void
  /** Asks a person to open the address. */
  readonly openBrowser: (url: URL) => void
}

export type McpOAuth = {
  readonly provider: OAuthClientProvider
  /** Returns the parameters of the browser's redirect. Undefined for logins without a person. */
  readonly callback?: (signal: AbortSignal) => Promise<URLSearchParams>
  /** Hides secrets of the login. What a server refuses needs it first: the SDK prints that on its own. */
  readonly redact: (text: string) => string
  close(): Promise<void>
}

export function loginAsked(url: URL): readonly [Message, Message] {
  return [message('The MCP server wants you to log in'), message('Open {url}', { url: url.href })]
}

export async function mcpOAuth(login: McpLogin, options: LoginOptions): Promise<McpOAuth> {
  const { add, redact } = knownSecrets()
  const onSecret = (secret: string) => {
    add(secret)
    options.onSecret(secret)
  }
  const isByBrowser = login.flow === 'authorization-code'
  const opened = isByBrowser ? await byBrowser(login, { ...options, onSecret }) : byItself(login, onSecret)
  return { ...opened, redact }
}

function byItself(
  { clientId, clientSecret, scopes, issuer }: McpLogin,
  onSecret: LoginOptions['onSecret'],
): Omit<McpOAuth, 'redact'> {
  if (clientId === undefined || clientSecret === undefined) {
    throw new EvalError('config', message('A login without a person takes a clientId and a clientSecret'), {
      hint: message('Or write {setting}: then a browser asks.', { setting: "flow: 'authorization-code'" }),
    })
  }
  onSecret(clientSecret)
  const provider = new ClientCredentialsProvider({
    clientId,
    clientSecret,
    ...(scopes !== undefined && { scope: scopes.join(' ') }),
    // Without an issuer, the secret would go to whichever server the MCP server names.
    ...(issuer !== undefined && { expectedIssuer: issuer }),
  })
  // The server may request other scopes; the configured ones apply.
  const prepare = provider.prepareTokenRequest.bind(provider)
  provider.prepareTokenRequest = (wanted) => prepare(scopes?.join(' ') ?? wanted)
  const save = provider.saveTokens.bind(provider)
  provider.saveTokens = (tokens) => {
    onSecret(tokens.access_token)
    if (tokens.refresh_token !== undefined) onSecret(tokens.refresh_token)
    save(tokens)
  }
  return { provider, close: async () => undefined }
}

async function byBrowser(login: McpLogin, { onSecret, openBrowser }: LoginOptions): Promise<Omit<McpOAuth, 'redact'>> {
  const { clientId, clientSecret, scopes, callbackPort = 0 } = login
  const arrived = Promise.withResolvers<URLSearchParams>()
  // A rejection may come before anybody waits for it.
  arrived.promise.catch(() => undefined)
  const state = randomBytes(24).toString('base64url')
  const server = await callbackServer(callbackPort, (given) => {
    if (!sameText(given.get('state') ?? '', state)) return false
    arrived.resolve(given)
    return true
  })
  const { port } = server.address() as AddressInfo // listening on a port, not a pipe
  const redirectUrl = `http://127.0.0.1:${port}/callback`
  if (clientSecret !== undefined) onSecret(clientSecret)
  let information: Awaited<ReturnType<OAuthClientProvider['clientInformation']>> =
    clientId === undefined
      ? undefined
      : {
          client_id: clientId,
          ...(clientSecret !== undefined && { client_secret: clientSecret }),
          ...(login.issuer !== undefined && { issuer: login.issuer }),
        }
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  let verifier = ''
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Shinsa',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_basic',
      ...(scopes !== undefined && { scope: scopes.join(' ') }),
    },
    state: () => state,
    clientInformation: () => information,
    saveClientInformation(registered) {
      if ('client_secret' in registered && registered.client_secret !== undefined) onSecret(registered.client_secret)
      information = registered
    },
    tokens: () => tokens,
    saveTokens(obtained) {
      onSecret(obtained.access_token)
      if (obtained.refresh_token !== undefined) onSecret(obtained.refresh_token)
      tokens = obtained
    },
    redirectToAuthorization(url) {
      // The server may request other scopes; the configured ones apply.
      if (scopes !== undefined) url.searchParams.set('scope', scopes.join(' '))
      openBrowser(url)
    },
    saveCodeVerifier(secret) {
      onSecret(secret)
      verifier = secret
    },
    codeVerifier: () => verifier,
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'tokens') tokens = undefined
      if (scope === 'all' || scope === 'verifier') verifier = ''
    },
  }
  return {
    provider,
    callback: (signal) => untilBack(arrived.promise, signal),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function untilBack(arrived: Promise<URLSearchParams>, signal: AbortSignal): Promise<URLSearchParams> {
  const given = await untilAborted(arrived, signal)
  const problem = given.get('error')
  if (problem === null) return given
  throw new EvalError('target', message('The login was refused: {problem}', { problem: excerpt(problem, 200) }))
}

async function callbackServer(port: number, take: (given: URLSearchParams) => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
    const isTaken = url?.pathname === '/callback' && take(url.searchParams)
    response.writeHead(isTaken ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(isTaken ? 'Done. This window can be closed.\n' : 'Not found.\n')
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  server.unref()
  return server
}

/** Compares hashes, so that the time does not reveal where the texts differ. */
function sameText(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest('hex'))
  return first === second
}
