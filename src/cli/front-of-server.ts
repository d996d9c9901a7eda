import { EvalError, message } from '../core/index.ts'
import { type Front, isLoopback } from '../server/index.ts'
import type { Terminal } from './command.ts'

type FrontFlags = { readonly 'public-url'?: string; readonly 'person-header'?: string }

/** Reads the proxy's settings: the public address, the header that names people, and the token that authenticates the proxy. */
export function frontOfServer(
  { 'public-url': url, 'person-header': header }: FrontFlags,
  { host, environment, secrets }: Pick<Terminal, 'environment' | 'secrets'> & { readonly host: string },
): { readonly front: Front; readonly token: string | undefined } {
  const token = tokenIn(environment)
  if (token !== undefined) secrets.add(token, { name: tokenVariable })
  const personHeader = header === undefined ? undefined : personHeaderFrom(header)
  if (personHeader !== undefined && token === undefined && !isLoopback(host)) throw withoutToken(host)
  return { token, front: { origin: url === undefined ? undefined : originFrom(url), personHeader } }
}

const tokenVariable = 'SHINSA_TOKEN'
const shortest = 32

function tokenIn(environment: Terminal['environment']): string | undefined {
  const token = environment[tokenVariable]
  if (token === undefined || token === '') return undefined
  if (token.length >= shortest && /^[\x21-\x7e]+$/.test(token)) return token
  throw new EvalError(
    'usage',
    message('{variable} is no token: it takes {count} characters or more, without spaces', {
      variable: tokenVariable,
      count: shortest,
    }),
    { hint: message('Make one that nobody can guess: openssl rand -hex 32.') },
  )
}

/** Headers that browsers and proxies send anyway, which cannot name a person. */
const ofTheWire =
  /^(?:host|origin|cookie|authorization|referer|user-agent|accept.*|content-.*|connection|upgrade.*|sec-.*|forwarded|via|x-real-ip|x-forwarded-(?:for|host|proto|port|server))$/

function personHeaderFrom(header: string): string {
  if (/^[A-Za-z0-9-]+$/.test(header) && !ofTheWire.test(header.toLowerCase())) return header
  throw new EvalError(
    'usage',
    message('{header} is no header that names a person', { header: JSON.stringify(header) }),
    {
      hint: message(
        'It is one that the proxy sets after a login, such as X-Forwarded-User, X-Forwarded-Email or Remote-User.',
      ),
    },
  )
}

function originFrom(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new EvalError('usage', message('{address} is no address of the page', { address }), {
    hint: message('It is like https://evaluations.example, without a path: the page is at the top of its host.'),
  })
}

function withoutToken(host: string): EvalError {
  return new EvalError(
    'usage',
    message('--person-header on {host} would let everybody who reaches it call themselves as they like', { host }),
    {
      hint: message(
        'Listen on 127.0.0.1 beside the proxy, or set SHINSA_TOKEN (openssl rand -hex 32) and let the proxy alone send it: Authorization: Bearer TOKEN.',
      ),
    },
  )
}
