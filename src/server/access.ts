import type { IncomingMessage } from 'node:http'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { message, type Message } from '../core/index.ts'
import type { ApiProblem } from './api/basics.ts'
import { refuse } from './refuse.ts'

export type Access = {
  readonly host: string
  readonly port: number
  /** The secret that every request must carry; undefined where only this machine can reach the server. */
  readonly token: string | undefined
  /** Lets a browser in once, by a link; the browser then holds the token in a cookie. */
  readonly oneTimeKey: string | undefined
  readonly front: Front
}

/** Describes the proxy between people and the server, if there is one. */
export type Front = {
  /** The scheme, name and port by which people reach the server. */
  readonly origin?: string | undefined
  /**
   * The header in which a proxy names the person. The server trusts it, so only the proxy may reach the server: it sends the
   * token, or no other machine can connect.
   */
  readonly personHeader?: string | undefined
}

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '[::1]', '::1']

export function isLoopback(host: string): boolean {
  return loopback.includes(host)
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Refuses requests that the access rules do not allow, before any handler reads them. */
export function guard(access: Access): MiddlewareHandler {
  let key = access.oneTimeKey
  const cookie = `shinsa-${access.port}`
  return async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    const { req } = context
    const refusal = refusalOf(access, {
      host: req.header('host'),
      origin: req.header('origin'),
      site: req.header('sec-fetch-site'),
      path: rawPathOf(context.env, req.url),
      isApi: req.header('sec-fetch-mode') !== 'navigate',
    })
    if (refusal !== undefined) return refuse(context, refusal, 403)
    const { personHeader } = access.front
    if (personHeader !== undefined) {
      const person = personOf(incomingOf(context.env), personHeader)
      if (!mayNamePeople(access, req.header('authorization')) || person === undefined)
        return refuse(context, withoutPerson(personHeader), 401)
      context.set('person', person)
      return next()
    }
    if (access.token === undefined) return next()
    if (key !== undefined && req.method === 'GET' && equals(req.path, `/enter/${key}`)) {
      key = undefined
      const secure = access.front.origin?.startsWith('https:') === true
      setCookie(context, cookie, access.token, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        ...(secure && { secure }),
      })
      return context.redirect('/', 303)
    }
    const given = bearerIn(req.header('authorization')) ?? getCookie(context, cookie)
    // A browser that was let in may follow its link again.
    if (given !== undefined && equals(given, access.token))
      return req.path.startsWith('/enter/') ? context.redirect('/', 303) : next()
    return refuse(context, withoutToken(), 401)
  }
}

/** Tells whether a WebSocket may be opened, by the rules that hold for requests. */
export function maySpeak(
  access: Access,
  { headers: given, url = '', rawHeaders }: Pick<IncomingMessage, 'headers' | 'url' | 'rawHeaders'>,
): boolean {
  const { host, origin, cookie = '', authorization = '' } = given
  const refusal = refusalOf(access, { host, origin, site: undefined, path: url.split('?', 1)[0] ?? '', isApi: true })
  // Browsers always send an origin when they open a WebSocket.
  if (refusal !== undefined || (origin === undefined && given['sec-fetch-mode'] !== undefined)) return false
  const { personHeader } = access.front
  if (personHeader !== undefined)
    return mayNamePeople(access, authorization) && personOf({ rawHeaders }, personHeader) !== undefined
  if (access.token === undefined) return true
  const token = bearerIn(authorization) ?? parse(cookie)[`shinsa-${access.port}`]
  return token !== undefined && equals(token, access.token)
}

/** The name of a scheme is the same in any case (RFC 9110). */
function bearerIn(authorization = ''): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization)?.[1]
}

/** Cookies do not count here: only the proxy holds the token, and it sends it as a Bearer. */
function mayNamePeople({ token }: Access, authorization: string | undefined): boolean {
  return token === undefined || equals(bearerIn(authorization) ?? '', token)
}

function withoutToken(): ApiProblem {
  return refused(
    message('this server asks for its token'),
    message(
      'Open the link that it printed when it started, which lets one browser in, or send the token as a Bearer. For another browser start the server again: with a fixed SHINSA_TOKEN the first one stays in.',
    ),
  )
}

function withoutPerson(header: string): ApiProblem {
  return refused(
    message('this server hears from the proxy in front of it who asks, and from this request it did not'),
    message('Open the address of the proxy, which has to send {header} once, and the token where there is one.', {
      header,
    }),
  )
}

type AccessRequest = {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly site: string | undefined
  readonly path: string
  readonly isApi: boolean
}

function refusalOf(access: Access, { host, origin, site, path, isApi }: AccessRequest): ApiProblem | undefined {
  // DNS rebinding: a stranger's name that resolves to this address would give their page our origin.
  if (host === undefined || !isOurs(host, access)) return refused(message('this server does not go by that name'))
  if (origin !== undefined && origin !== (isFront(host, access) ? access.front.origin : `http://${host}`))
    return refused(message('another site may not ask this server'))
  if (isApi && site !== undefined && site !== 'same-origin' && site !== 'none')
    return refused(message('another site may not ask this server'))
  if (!path.startsWith('/') || /(?:\.|%2e){2}|\\|%2f|%5c|%00|\/\//i.test(path))
    return refused(message('there is no such address'))
  return undefined
}

function isFront(host: string, { front: { origin } }: Access): boolean {
  return origin !== undefined && new URL(origin).host === host.toLowerCase()
}

function isOurs(host: string, access: Access): boolean {
  if (isFront(host, access)) return true
  const name = host.replace(/:\d+$/, '')
  if (host !== name && host !== `${name}:${access.port}`) return false
  if (host === name && access.port !== 80) return false
  if (loopback.includes(name) || name === access.host || name === `[${access.host}]`) return true
  // A server that listens on all addresses answers to every IP address, but not to names that others made up.
  const everywhere = access.host === '0.0.0.0' || access.host === '::'
  return everywhere && isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** Returns the path as it came over the wire, since parsing it as a URL would resolve `..`. */
function rawPathOf(env: unknown, url: string): string {
  const target = incomingOf(env).url ?? new URL(url).pathname
  return target.split('?', 1)[0] ?? ''
}

function incomingOf(env: unknown): Pick<IncomingMessage, 'url' | 'rawHeaders'> {
  // @hono/node-server puts Node's request there.
  return (env as { readonly incoming: IncomingMessage }).incoming
}

function refused(sentence: Message, hint?: Message): ApiProblem {
  return { code: 'refused', sentence, ...(hint !== undefined && { hint }) }
}

/** Compares in constant time, so that the duration does not reveal how much of the guess is right. */
function equals(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted))
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The person who sent the request, where a proxy names one. */
    person: string | undefined
  }
}

/** Labels hold no longer names. */
const longest = 200

/**
 * Returns the person whom the proxy names in a header. Undefined where the header is missing or occurs more than once, since
 * then somebody else has set it too.
 */
function personOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): string | undefined {
  const said = rawHeaders.filter((_, index) => index % 2 === 1 && isCalled(rawHeaders[index - 1], header))
  const [first, ...others] = said
  if (first === undefined || others.length > 0) return undefined
  const person = textOf(first).trim()
  return person === '' || person.length > longest || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(person) ? undefined : person
}

function isCalled(name: string | undefined, header: string): boolean {
  return name?.toLowerCase() === header.toLowerCase()
}

/** Headers are bytes, which Node.js reads as Latin-1; proxies write UTF-8. */
function textOf(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}
