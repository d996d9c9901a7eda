import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { PermittedHosts } from './permitted-hosts.ts'

/** The reason why a request is refused. `host` is the entry that would allow it. */
export type Refusal = { readonly reason: 'host'; readonly host: string } | { readonly reason: 'scheme' | 'login' }

export class HostRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason === 'host' ? `${refusal.host} is not permitted` : 'the address is not permitted')
    this.refusal = refusal
  }
}

/**
 * Returns a `fetch` that connects to permitted hosts only. The name is resolved once and its addresses are checked when
 * the connection is made, so DNS rebinding cannot bypass the check. Redirects are returned, not followed; the caller's
 * next request checks their host.
 */
export function permittedFetch(hosts: PermittedHosts) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input)
    assertPermitted(url, hosts)
    const response = await send(url, init, lookupWithin(url, hosts))
    return toResponse(response)
  }
}

export function assertPermitted(url: URL, hosts: PermittedHosts): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new HostRefused({ reason: 'scheme' })
  if (url.username !== '' || url.password !== '') throw new HostRefused({ reason: 'login' })
  const address = url.hostname.replace(/^\[|\]$/g, '')
  const refusals = [hosts.refusalOf(url), ...(isIP(address) === 0 ? [] : [hosts.refusalAt(url, address)])]
  for (const host of refusals) if (host !== undefined) throw new HostRefused({ reason: 'host', host })
}

function lookupWithin(url: URL, hosts: PermittedHosts): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const [host] = addresses.flatMap(({ address }) => hosts.refusalAt(url, address) ?? [])
      if (host !== undefined) return done(new HostRefused({ reason: 'host', host }), [])
      return options.all === true ? done(null, addresses) : done(null, ...first(addresses))
    })
  }
}

function first([one]: readonly LookupAddress[]): [string, number] {
  return [one?.address ?? '', one?.family ?? 4]
}

function send(url: URL, { method = 'GET', headers, body, signal }: RequestInit, own: LookupFunction) {
  const answered = Promise.withResolvers<IncomingMessage>()
  const named = new Headers(headers)
  const isForm = body instanceof URLSearchParams
  if (isForm && !named.has('content-type')) named.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  const options: RequestOptions = {
    method,
    headers: Object.fromEntries(named),
    lookup: own,
    // A pooled connection would skip the check of its address.
    agent: false,
    ...(signal && { signal }),
  }
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options)
  request.once('response', answered.resolve)
  request.on('error', answered.reject)
  request.end(typeof body === 'string' || isForm ? String(body) : undefined)
  return answered.promise
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode = 502, statusMessage = '' } = incoming
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const isBare = [101, 204, 205, 304].includes(statusCode)
  if (isBare) incoming.resume()
  const body = isBare ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) // Without an encoding the stream yields bytes.
  return new Response(body, { status: statusCode, statusText: statusMessage, headers })
}
