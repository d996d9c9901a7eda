import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AdkWeb } from './capabilities/adk-web.ts'

const maxBytes = 64_000_000

/** The content security policy of ADK's page: it may run its own files and styles and speak with this server. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline' https://fonts.googleapis.com; font-src 'self' data: https://fonts.gstatic.com; img-src 'self' data: blob: https:; media-src 'self' data: blob:; connect-src 'self' ws: wss:; worker-src 'self' blob:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"

/** Headers that belong to one connection, or to the browser and this server alone. */
const own = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade host origin referer cookie authorization content-length expect accept-encoding'.split(
    ' ',
  ),
)
const ownInAnswers = new Set([...own, 'content-encoding', 'set-cookie', 'content-security-policy', 'x-powered-by'])

/** Forwards to ADK's server every request that Shinsa does not answer itself, streams included. */
export function proxyAdk(app: Hono, { server, session }: AdkWeb): void {
  const limit = bodyLimit({ maxSize: maxBytes, onError: (context) => context.json({ detail: 'too large' }, 413) })
  app.get('/apps/:app/users/:user/sessions/:id', async (context, next) => {
    const { app: name, user, id } = context.req.param()
    const played = await session(name, user, id)
    return played === undefined ? next() : context.json(played)
  })
  app.all('*', limit, async (context, next) => {
    if (isOurs(context.req.method, context.req.path)) return next()
    return forward(context, server)
  })
}

function isOurs(method: string, path: string): boolean {
  if (/^\/(api|assets|pdfjs|enter)\//.test(path)) return true
  return (
    method === 'GET' && /^\/(|runs\/.*|(compare|calibration|new|datasets|runbook|reviews|labels)(\/.*)?)$/.test(path)
  )
}

async function forward(context: Context, server: URL): Promise<Response> {
  const { req } = context
  const { pathname, search } = new URL(req.url)
  const headers = [...req.raw.headers].filter(([name]) => !own.has(name) && !name.startsWith('sec-'))
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
  const address = new URL(`${server.pathname.replace(/(?<!\/)\/+$/, '')}${pathname}${search}`, server)
  const response = await fetch(address, {
    method: req.method,
    headers,
    redirect: 'manual',
    signal: req.raw.signal,
    ...(hasBody && { body: req.raw.body, duplex: 'half' }),
  } as RequestInit).catch(() => undefined) // Node takes a stream as body with `duplex`, which the types leave out.
  if (response === undefined) return context.json({ detail: `no answer from ${server.host}` }, 502)
  const answered: Record<string, string> = {}
  for (const [name, value] of response.headers) {
    if (!ownInAnswers.has(name) && !name.startsWith('access-control-')) answered[name] = value
  }
  if (answered['location'] !== undefined) answered['location'] = withinHere(answered['location'], server)
  answered['content-security-policy'] = policy
  answered['x-content-type-options'] = 'nosniff'
  // A stream of events must not be cached, and arrives piece by piece.
  if (answered['content-type']?.startsWith('text/event-stream')) answered['cache-control'] = 'no-store'
  return new Response(response.body, { status: response.status, headers: answered })
}

function withinHere(location: string, server: URL): string {
  const to = new URL(location, server)
  return to.origin === server.origin ? `${to.pathname}${to.search}${to.hash}` : location
}

/** Joins a browser's WebSocket with ADK's server, byte by byte. */
export function joinSockets(request: IncomingMessage, client: Duplex, { server, head }: { server: URL; head: Buffer }) {
  const isTls = server.protocol === 'https:'
  const port = Number(server.port) || (isTls ? 443 : 80)
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const socket = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
  const kept = Object.entries(request.headers).filter(
    ([name]) => !['host', 'origin', 'referer', 'cookie', 'authorization'].includes(name),
  )
  const lines = [
    `GET ${server.pathname.replace(/(?<!\/)\/+$/, '')}${request.url} HTTP/1.1`,
    `host: ${server.host}`,
    ...kept.map(([name, value]) => `${name}: ${String(value)}`),
  ]
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(head)
    socket.pipe(client)
    client.pipe(socket)
  })
  const end = () => {
    socket.destroy()
    client.destroy()
  }
  for (const side of [socket, client]) {
    side.on('error', end)
    side.on('close', end)
  }
}
