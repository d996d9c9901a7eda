import { createInterface } from 'node:readline'
import { isObject } from '../core/basics/is-object.ts'
import { messageOf } from '../core/basics/message-of.ts'

type RpcNotify = (method: string, params: object) => void

/** Answers a request, which the signal cancels. An error that it throws becomes an error of the protocol. */
type RpcMethod = (params: Readonly<Record<string, unknown>>, notify: RpcNotify, signal: AbortSignal) => unknown

export type RpcMethods = Readonly<Record<string, RpcMethod>>

export class InvalidParams extends Error {}

type RpcServer = {
  readonly input: NodeJS.ReadableStream
  readonly write: (line: string) => void
  readonly methods: RpcMethods
}

/**
 * Serves JSON-RPC 2.0, one message a line, as MCP does over standard input and output. Requests are answered as they finish;
 * notifications get no answer. Resolves when the input has ended and every request is answered.
 */
export async function serveJsonRpc({ input, write, methods }: RpcServer): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const open = new Map<unknown, AbortController>()
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const tell = (message: object) => write(`${JSON.stringify(message)}\n`)
    const answered = answerRpc(line, methods, tell, open).then((reply) => {
      if (reply !== undefined) tell(reply)
    })
    underWay.add(answered)
    void answered.finally(() => underWay.delete(answered))
  }
  await Promise.all(underWay)
}

/**
 * Answers one message; undefined for a notification, and for a request that a later message of the client cancels.
 *
 * @param tell receives notifications during the call
 * @param open the client's unanswered requests, by their ids
 */
export async function answerRpc(
  line: string,
  methods: RpcMethods,
  tell: (notification: object) => void,
  open = new Map<unknown, AbortController>(),
): Promise<object | undefined> {
  let request: unknown
  try {
    request = JSON.parse(line)
  } catch {
    return failure(null, -32_700, 'this line is no JSON')
  }
  if (!isObject(request) || typeof request['method'] !== 'string') return failure(null, -32_600, 'this is no request')
  const { id, method, params } = request
  if (id === undefined) {
    if (method === 'notifications/cancelled' && isObject(params)) open.get(params['requestId'])?.abort()
    return undefined
  }
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handle === undefined) return failure(id, -32_601, `there is no method ${method}`)
  const notify: RpcNotify = (name, given) => tell({ jsonrpc: '2.0', method: name, params: given })
  const cancelled = new AbortController()
  open.set(id, cancelled)
  try {
    const result = await handle(isObject(params) ? params : {}, notify, cancelled.signal)
    return cancelled.signal.aborted ? undefined : { jsonrpc: '2.0', id, result }
  } catch (error) {
    return failure(id, error instanceof InvalidParams ? -32_602 : -32_603, messageOf(error))
  } finally {
    open.delete(id)
  }
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
