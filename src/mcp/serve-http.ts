import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRpc, type RpcMethods } from './json-rpc.ts'

type McpOverHttp = {
  readonly methods: RpcMethods
  /** 0 lets the system choose a port. */
  readonly port: number
  readonly token: string
  readonly signal: AbortSignal
}

const mostBytes = 1024 * 1024

/**
 * Serves MCP's Streamable HTTP at `/mcp` on this machine only, without sessions. A request is answered as JSON, or as events where
 * the client asks for its progress.
 *
 * @returns the address, and a promise that resolves when the signal has closed the server
 * @throws the error of `listen`
 */
export async function serveMcpOverHttp({ methods, port, token, signal }: McpOverHttp) {
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    answerOver(request, response, { methods, token }).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const closed = once(server, 'close')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  if (signal.aborted) close()
  signal.addEventListener('abort', close, { once: true })
  const { port: own } = server.address() as AddressInfo // on a port, not on a pipe
  return { url: `http://127.0.0.1:${own}/mcp`, closed }
}

async function answerOver(
  request: IncomingMessage,
  response: ServerResponse,
  { methods, token }: Pick<McpOverHttp, 'methods' | 'token'>,
): Promise<void> {
  const refused = refusal(request, token)
  if (refused !== undefined) return void response.writeHead(refused).end()
  const line = await bodyOf(request)
  if (line === undefined) return void response.writeHead(413).end()
  const wantsEvents = /"progressToken"/.test(line) && /text\/event-stream/.test(request.headers.accept ?? '')
  if (wantsEvents) response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const event = (message: object) => response.write(`data: ${JSON.stringify(message)}\n\n`)
  const reply = await answerRpc(line, methods, wantsEvents ? event : () => undefined)
  if (wantsEvents) {
    if (reply !== undefined) event(reply)
    response.end()
  } else if (reply === undefined) response.writeHead(202).end()
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
}

const loopback = /^(?:https?:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/** Refuses requests from other origins, for host names other than this machine's (DNS rebinding), and without the token. */
function refusal({ url, method, headers }: IncomingMessage, token: string): number | undefined {
  const { host = '', origin, authorization = '' } = headers
  if (!loopback.test(host) || (origin !== undefined && !loopback.test(origin))) return 403
  if (!timingSafeEqual(digest(authorization.replace(/^bearer /i, 'Bearer ')), digest(`Bearer ${token}`))) return 401
  if (url !== '/mcp') return 404
  return method === 'POST' ? undefined : 405
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
