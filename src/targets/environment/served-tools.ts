import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { messageOf } from '../../core/basics/message-of.ts'
import { type EvalCase, EvalError, JsonObject, message, stringifyJson } from '../../core/index.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { shallowJson } from '../json-copy.ts'
import { openEnvironment, type Tools } from './environment.ts'
import type { OpenSourceOptions, ToolSource } from './tool-source.ts'

export function servedTools(sources: readonly ToolSource[]) {
  const server = toolServer()
  return {
    open(evalCase: EvalCase, options: OpenSourceOptions) {
      const environment = openEnvironment(sources, evalCase, options)
      return {
        serves: environment.serves,
        async exchange(
          request: AgentRequest,
          signal: AbortSignal,
          ask: (request: AgentRequest) => Promise<unknown>,
        ): Promise<unknown> {
          if (!environment.serves) return ask(request)
          return environment.exchange(signal, (tools) =>
            server.during(tools, (address) => ask({ ...request, tools: address })),
          )
        },
        close: () => environment.close(),
      }
    },
    close: () => server.close(),
  }
}

/** A local server through which agents outside this process call their tools. */
type ToolServer = {
  /** Serves the tools of one exchange during `run`, at an address that only this exchange has. */
  during<Result>(tools: Tools, run: (address: string) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const ToolServerCall = z.object({ name: z.string().min(1), args: JsonObject.optional() })
type ToolServerCall = z.infer<typeof ToolServerCall>

const ToolServerDetails = z.object({ real: z.string(), response: z.unknown().optional(), error: z.string().optional() })
type ToolServerDetails = z.infer<typeof ToolServerDetails>

const Posted = z.union([ToolServerCall, ToolServerDetails])

type ToolServerAnswer = { readonly status: number; readonly body?: unknown }
type ToolServerService = ReturnType<typeof openService>

const maxBodyBytes = 10 * 2 ** 20

/** Starts listening with the first exchange, on this machine only. */
function toolServer(): ToolServer {
  const services = new Map<string, ToolServerService>()
  let listening: Promise<Server> | undefined
  return {
    async during(tools, run) {
      const { port } = (await (listening ??= listen(services))).address() as AddressInfo // a port, not a pipe
      // A random key cannot be guessed by other programs, and late calls cannot get into another exchange.
      const key = randomBytes(16).toString('hex')
      services.set(key, openService(tools))
      try {
        return await run(`http://127.0.0.1:${port}/${key}`)
      } finally {
        services.delete(key)
      }
    },
    async close() {
      const server = await listening
      listening = undefined
      server?.close()
      server?.closeAllConnections()
    },
  }
}

async function listen(services: ReadonlyMap<string, ToolServerService>): Promise<Server> {
  const server = createServer((request, response) => {
    // Our own errors are answered with a status; the exchange learns of them in another way.
    answerTo(request, services).then(
      (answer) => send(response, answer),
      (error: unknown) => send(response, { status: 500, body: { error: messageOf(error) } }),
    )
  })
  // An unclosed server must not keep the process alive.
  server.unref()
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return server
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new EvalError('environment', message('Cannot serve tools on 127.0.0.1: {problem}', { problem }), { cause })
  }
}

async function answerTo(
  request: IncomingMessage,
  services: ReadonlyMap<string, ToolServerService>,
): Promise<ToolServerAnswer> {
  const service = services.get(request.url?.slice(1) ?? '')
  if (service === undefined) return { status: 410, body: { error: 'this exchange is over' } }
  if (request.method !== 'POST') return { status: 405, body: { error: 'post a call of a tool' } }
  const text = await bodyOf(request)
  if (text === undefined) return { status: 413, body: { error: `a call has at most ${maxBodyBytes} bytes` } }
  const posted = Posted.safeParse(shallowJson(text))
  if (posted.success) return service(posted.data)
  return { status: 400, body: { error: 'post {"name", "args"}, or {"real", "response"} for a tool that you ran' } }
}

function openService(tools: Tools) {
  const running = new Map<string, PromiseWithResolvers<unknown>>()

  async function call(name: string, args: JsonObject): Promise<ToolServerAnswer> {
    const answer = Promise.withResolvers<ToolServerAnswer>()
    const runReal = () => {
      const real = String(running.size + 1)
      const result = Promise.withResolvers<unknown>()
      running.set(real, result)
      answer.resolve({ status: 200, body: { real } })
      return result.promise
    }
    tools.call(name, args, runReal).then(
      (response) => answer.resolve({ status: 200, body: { response: response ?? null } }),
      // The tool failed, or its mock declares an error. The exchange learns of a failed simulation by itself.
      (error: unknown) => answer.resolve({ status: 200, body: { error: messageOf(error) } }),
    )
    return answer.promise
  }

  function told({ real, response, error }: ToolServerDetails): ToolServerAnswer {
    const result = running.get(real)
    if (result === undefined) return { status: 400, body: { error: 'nobody was told to run this' } }
    if (error === undefined) result.resolve(response)
    else result.reject(new Error(error))
    return { status: 204 }
  }

  return async (posted: ToolServerCall | ToolServerDetails) =>
    'name' in posted ? call(posted.name, posted.args ?? {}) : told(posted)
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read too, because a closed connection could not carry the reason.
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, body }: ToolServerAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : stringifyJson(body))
}
