import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { stringifyJson } from '../../core/index.ts'
import type { Otlp } from '../otlp.ts'
import { isKnownEncoding, mostBodyBytes, readOtlpBody } from './otlp-body.ts'

export type OtlpServer = { readonly port: number; close(): void }

/** A received message with its size in bytes. `key` is the path before `/v1`, or empty. */
export type Received = Otlp & { readonly key: string; readonly bytes: number }

type Receive = (received: Received) => void

type OtlpServerAnswer = { readonly status: number; readonly problem?: string }

// Limits all bodies that are being read at the same time.
const mostBytesAtOnce = 4 * mostBodyBytes

/**
 * Receives OTLP/HTTP spans and log records, as protobuf or JSON, on the loopback interface. Metrics are accepted and
 * dropped.
 *
 * @param port 0 for any free port
 * @throws what `listen` throws
 */
export async function startOtlpServer(port: number, receive: Receive): Promise<OtlpServer> {
  const load = { bytes: 0 }
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    answerTo(request, receive, load).then(
      (answer) => send(request, response, answer),
      // On any failure, such as an aborted request, the exporter must learn that nothing was kept.
      () => send(request, response, { status: 500, problem: 'not received' }),
    )
  })
  server.maxConnections = 256
  // An open server must not keep the process alive.
  server.unref()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port, // listening on a port, not a pipe
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns whether any address listens on the port: some systems let two servers share one. */
export async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // The connection was refused, so the port is free.
    return false
  } finally {
    socket.destroy()
  }
}

async function answerTo(
  request: IncomingMessage,
  receive: Receive,
  load: { bytes: number },
): Promise<OtlpServerAnswer> {
  const { key = '', signal } =
    /^\/(?:(?<key>[0-9a-f]{1,64})\/)?v1\/(?<signal>\w+)\/?$/.exec(pathOf(request))?.groups ?? {}
  if (signal === undefined) return { status: 404, problem: 'post to /v1/traces or /v1/logs' }
  if (request.method !== 'POST') return { status: 405, problem: 'post spans or log records' }
  if (signal === 'metrics') return { status: 200 }
  if (signal !== 'traces' && signal !== 'logs') return { status: 404, problem: 'post to /v1/traces or /v1/logs' }
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  // A request with a program's key may omit its content type.
  if ((key === '' && !isOtlp(request)) || !isKnownEncoding(encoding)) {
    return { status: 415, problem: 'application/x-protobuf or application/json, as it is or with gzip' }
  }
  const body = await bodyOf(request, load)
  if ('status' in body) return body
  const { bytes } = body
  try {
    const otlp = await readOtlpBody({ signal, isJson: isOtlp(request) ? isJson(request) : undefined, encoding, bytes })
    if (otlp === undefined) return { status: 400, problem: 'not a message of OTLP' }
    receive({ ...otlp, key })
    return { status: 200 }
  } finally {
    load.bytes -= bytes.length
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '')
}

// Web pages cannot post these two content types across origins without a preflight.
function isOtlp(request: IncomingMessage): boolean {
  return isJson(request) || /^application\/x-protobuf\b/i.test(request.headers['content-type'] ?? '')
}

async function bodyOf(
  request: IncomingMessage,
  load: { bytes: number },
): Promise<OtlpServerAnswer | { readonly bytes: Buffer }> {
  const chunks: Buffer[] = []
  let size = 0
  let refused: OtlpServerAnswer | undefined
  const refuse = (answer: OtlpServerAnswer) => {
    refused = answer
    chunks.length = 0
    load.bytes -= size
  }
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      // The body is read to its end, since closing early would hide the reason.
      if (refused !== undefined) continue
      chunks.push(chunk)
      size += chunk.length
      load.bytes += chunk.length
      if (size > mostBodyBytes) refuse({ status: 413, problem: `a message has at most ${mostBodyBytes} bytes` })
      else if (load.bytes > mostBytesAtOnce) refuse({ status: 503, problem: 'busy' })
    }
  } catch (error) {
    if (refused === undefined) load.bytes -= size
    throw error
  }
  return refused ?? { bytes: Buffer.concat(chunks) }
}

/** Responds in the request's encoding, as OTLP requires: an empty message, or a `google.rpc.Status`. */
function send(request: IncomingMessage, response: ServerResponse, { status, problem }: OtlpServerAnswer): void {
  const json = isJson(request)
  response.writeHead(status, {
    'content-type': json ? 'application/json' : 'application/x-protobuf',
    ...(status === 503 && { 'retry-after': '1' }),
    ...(status === 405 && { allow: 'POST' }),
  })
  if (problem === undefined) response.end(json ? '{}' : undefined)
  else
    response.end(
      json ? stringifyJson({ message: problem }) : Buffer.from([0x12, problem.length, ...Buffer.from(problem)]),
    )
}
