import type { ServerType } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { EvalError, message } from '../core/index.ts'
import { type Front, isLoopback, maySpeak, newSecret } from './access.ts'
import { joinSockets } from './adk-proxy.ts'
import { makeApp, type Setup } from './make-app.ts'

type ServeRequest = Omit<Setup, 'access'> & {
  readonly host: string
  readonly port: number
  /** The secret that every request must carry; made at random for addresses beyond this machine. */
  readonly token?: string | undefined
  readonly front?: Front
}

export type Served = {
  /** The URL that the server listens on. */
  readonly url: string
  /** The URL by which people reach the server. */
  readonly address: string
  /** A one-time link that lets a browser in; undefined where no token is needed or a proxy names the person. */
  readonly door: { readonly link: string; readonly token: string } | undefined
  readonly ended: Promise<void>
}

/**
 * Serves page and API until `stopping` is aborted.
 *
 * @throws {EvalError} `usage` when the port is taken or the address is none of this machine
 */
export async function serve({ host, port, token: given, front = {}, ...setup }: ServeRequest): Promise<Served> {
  const token = given ?? (isLoopback(host) ? undefined : newSecret())
  const key = token === undefined || front.personHeader !== undefined ? undefined : newSecret()
  let answer: ReturnType<typeof makeApp>['fetch'] | undefined
  // A report, which needs no server, is written without loading one.
  const { createAdaptorServer } = await import('@hono/node-server')
  const server = createAdaptorServer({ fetch: async (request, env) => answer?.(request, env) })
  await listen(server, host, port)
  const { port: chosen } = server.address() as AddressInfo
  const access = { host, port: chosen, token, oneTimeKey: key, front }
  answer = makeApp({ ...setup, access }).fetch
  const { adkWeb } = setup.capabilities
  if (adkWeb !== undefined) {
    server.on('upgrade', (request, socket, head) => {
      if (maySpeak(access, request)) joinSockets(request, socket, { server: adkWeb.server, head })
      else socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    })
  }
  const ended = once(server, 'close').then(() => undefined)
  const stop = () => {
    server.close()
    // Open event streams would keep the server running.
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  if (setup.stopping.aborted) stop()
  setup.stopping.addEventListener('abort', stop, { once: true })
  const reached = /^(?:0\.0\.0\.0|::)$/.test(host) ? ownAddress() : host
  const url = `http://${reached.includes(':') ? `[${reached}]` : reached}:${chosen}/`
  const address = front.origin === undefined ? url : `${front.origin}/`
  const door = token === undefined || key === undefined ? undefined : { link: `${address}enter/${key}`, token }
  return { url, address, door, ended }
}

/** Returns this machine's address in its network, since the wildcard address of a server cannot be opened. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost'
}

async function listen(server: ServerType, host: string, port: number): Promise<void> {
  const listening = once(server, 'listening')
  server.listen(port, host)
  try {
    await listening
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE') {
      throw new EvalError('usage', message('port {port} is taken', { port }), {
        hint: message('Name another one with --port, or 0 for any that is free.'),
        cause,
      })
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
      throw new EvalError('usage', message('{host}:{port} cannot be listened on: {code}', { host, port, code }), {
        cause,
      })
    }
    throw cause
  }
}
