import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import {
  Client,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
  type RequestOptions,
} from '@modelcontextprotocol/client'
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import { messageOf } from '../../core/basics/message-of.ts'
import { JsonObject } from '../../core/index.ts'
import type { McpOAuth } from './oauth-provider.ts'

export type McpPlace =
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> | undefined }
  | {
      readonly command: string
      readonly args?: readonly string[] | undefined
      /** In addition to the few variables that every program needs. Our own keys are not passed on. */
      readonly env?: Readonly<Record<string, string>> | undefined
      readonly cwd?: string | undefined
    }

type ConnectionOptions = {
  readonly version: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly fetch?: FetchLike | undefined
  readonly login?: McpOAuth | undefined
}

export type McpConnection = Awaited<ReturnType<typeof connectMcp>>

/** A failed call. It is answered where the server itself says so, and not where it is silent, gone or unreadable. */
export class McpFailure extends Error {
  readonly isAnswered: boolean
  constructor(told: string, { isAnswered }: { readonly isAnswered: boolean }) {
    super(told)
    this.isAnswered = isAnswered
  }
}

/** Limit of one HTTP answer. */
const mostBytes = 20 * 2 ** 20
const mostTools = 1000

export async function connectMcp(place: McpPlace, options: ConnectionOptions) {
  const limits = { timeout: options.timeoutMs, signal: options.signal }
  const started = startedByServer()
  const server = 'command' in place ? { ...place, env: { ...place.env, ...started.env } } : place
  const close = async (client?: Client) => {
    try {
      await client?.close()
    } finally {
      started.end()
    }
  }
  const client = await connected(server, options, limits).catch(async (error: unknown) => {
    await close()
    throw error
  })
  try {
    const { tools } = await client.listTools(undefined, limits)
    return {
      tools: tools.slice(0, mostTools).map(({ name, description = name, inputSchema }) => ({
        name,
        description,
        parameters: JsonObject.parse(inputSchema),
      })),
      /** Number of the server's tools beyond the limit. */
      toolsLeftOut: Math.max(0, tools.length - mostTools),
      call: (name: string, args: JsonObject, signal: AbortSignal) =>
        call(client, { name, arguments: args }, { ...limits, signal }),
      close: () => close(client),
    }
  } catch (error) {
    await close(client)
    throw error
  }
}

/** Connects, and lets a person log in first where the server requires it. */
async function connected(place: McpPlace, options: ConnectionOptions, limits: RequestOptions): Promise<Client> {
  const { login, version, signal } = options
  for (let hasAsked = false; ; hasAsked = true) {
    const client = new Client({ name: 'shinsa', version })
    const transport = transportTo(place, options)
    try {
      await client.connect(transport, limits)
      return client
    } catch (error) {
      await client.close()
      const isAsked = error instanceof UnauthorizedError && login?.callback !== undefined && 'finishAuth' in transport
      if (!isAsked || hasAsked) throw error
      await transport.finishAuth(await login.callback(signal))
    }
  }
}

function transportTo(place: McpPlace, { fetch: asked = fetch, login }: Pick<ConnectionOptions, 'fetch' | 'login'>) {
  const authProvider = login?.provider
  if ('url' in place) {
    const { url, headers = {} } = place
    return new StreamableHTTPClientTransport(new URL(url), {
      fetch: bounded(asked, login?.redact),
      requestInit: { headers },
      ...(authProvider !== undefined && { authProvider }),
    })
  }
  const { command, args = [], env = {}, cwd } = place
  // The rest of our environment is not passed on, since it may contain keys.
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'ignore',
    ...(cwd !== undefined && { cwd }),
  })
}

/** Cancels answers above the limit, which may be endless. */
function bounded(asked: FetchLike, redact: McpOAuth['redact'] | undefined): FetchLike {
  return async (url, init) => {
    const response = await asked(url, init)
    if (response.body === null) return response
    let size = 0
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length
        if (size > mostBytes) controller.error(new Error(`more than ${mostBytes} bytes in one answer`))
        else controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    const body = response.body.pipeThrough(limit)
    const own = new Response(response.ok || redact === undefined ? body : redact(await textOf(body)), {
      status,
      statusText,
      headers,
    })
    // A new response has no url, which redirects need as their base.
    return Object.defineProperty(own, 'url', { value: response.url })
  }
}

async function call(
  client: Client,
  request: { readonly name: string; readonly arguments: JsonObject },
  options: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<string> {
  const result = await answerOf(client, request, options)
  const text = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
  const said = text === '' && result.structuredContent ? JSON.stringify(result.structuredContent) : text
  if (result.isError === true) throw new McpFailure(said, { isAnswered: true })
  return said
}

async function answerOf(...[client, request, options]: Parameters<typeof call>) {
  try {
    return await client.callTool(request, options)
  } catch (error) {
    options.signal.throwIfAborted()
    throw new McpFailure(mcpProblem(error), { isAnswered: error instanceof ProtocolError })
  }
}

export function mcpProblem(error: unknown): string {
  // Its message is the server's text, which is often empty.
  if (error instanceof SdkHttpError) return `HTTP ${error.status}: ${error.message}`
  return messageOf(error)
}

/** All processes of a server inherit this variable, whatever session or parent they have later. */
const variable = 'SHINSA_STARTED_FOR'

// Processes that a server leaves behind must not outlive this process, however it ends.
const living = new Set<string>()

type StartedByServer = {
  readonly env: Readonly<Record<string, string>>
  /** Ends all remaining processes with the mark; only on Linux, where the environment of processes is readable. */
  end(): void
}

function startedByServer(): StartedByServer {
  const mark = randomUUID()
  if (living.size === 0) process.on('exit', endAll)
  living.add(mark)
  return {
    env: { [variable]: mark },
    end() {
      endMarked(mark)
      living.delete(mark)
      if (living.size === 0) process.off('exit', endAll)
    },
  }
}

function endAll(): void {
  for (const mark of living) endMarked(mark)
}

/** Repeats while there are any, since a process may start another one meanwhile. */
function endMarked(mark: string): void {
  for (let round = 0; round < 5; round += 1) {
    const left = processesWith(mark)
    if (left.length === 0) return
    for (const pid of left) kill(pid)
  }
}

function processesWith(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.filter((pid) => environmentOf(pid).includes(`${variable}=${mark}`)).map(Number)
}

/** Empty for a process that has exited or belongs to another user. */
function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error
  }
}
