import { createInterface } from 'node:readline'
import { isObject } from '../core/basics/is-object.ts'
import { messageOf } from '../core/basics/message-of.ts'

/** Answers a request. What it throws becomes an error of the protocol. */
export type RpcMethod = (params: Readonly<Record<string, unknown>>) => unknown

/** A method that is asked for with what it does not take. */
export class InvalidParams extends Error {}

type RpcServer = {
  readonly input: NodeJS.ReadableStream
  readonly write: (line: string) => void
  readonly methods: Readonly<Record<string, RpcMethod>>
}

/**
 * Speaks JSON-RPC 2.0, one message a line, as MCP does over standard input and output. Requests are answered as they are done;
 * notifications and what is no request get no answer. Resolves when the input has ended and all is answered.
 */
export async function serveJsonRpc({ input, write, methods }: RpcServer): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const answered = answer(line, methods).then((reply) => {
      if (reply !== undefined) write(`${JSON.stringify(reply)}\n`)
    })
    underWay.add(answered)
    void answered.finally(() => underWay.delete(answered))
  }
  await Promise.all(underWay)
}

async function answer(line: string, methods: RpcServer['methods']): Promise<object | undefined> {
  let request: unknown
  try {
    request = JSON.parse(line)
  } catch {
    return failure(null, -32_700, 'this line is no JSON')
  }
  if (!isObject(request) || typeof request['method'] !== 'string') return failure(null, -32_600, 'this is no request')
  const { id, method, params } = request
  if (id === undefined) return undefined
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handle === undefined) return failure(id, -32_601, `there is no method ${method}`)
  try {
    return { jsonrpc: '2.0', id, result: await handle(isObject(params) ? params : {}) }
  } catch (error) {
    return failure(id, error instanceof InvalidParams ? -32_602 : -32_603, messageOf(error))
  }
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
