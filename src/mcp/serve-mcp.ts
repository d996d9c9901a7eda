import { z } from 'zod'
import { messageOf } from '../core/basics/message-of.ts'
import { InvalidParams, serveJsonRpc, type RpcMethods } from './json-rpc.ts'
import { firstBytesOf, mcpTools, type ToolContext } from './tools.ts'

type McpOptions = Omit<ToolContext, 'running' | 'waitMs' | 'progress' | 'signal'> & {
  /** 25 seconds by default, since clients give up after a minute. */
  readonly waitMs?: number
  readonly version: string
}

const Call = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  /** A client that wants progress notifications sends a token for them. */
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()]).optional() }).optional(),
})
const newest = '2025-06-18'
const known: readonly string[] = ['2024-11-05', '2025-03-26', newest]

export async function serveMcp({
  input,
  write,
  ...options
}: McpOptions & { readonly input: NodeJS.ReadableStream; readonly write: (line: string) => void }): Promise<void> {
  await serveJsonRpc({ input, write, methods: mcpMethods(options) })
}

export function mcpMethods({ version, waitMs = 25_000, ...context }: McpOptions): RpcMethods {
  const running: ToolContext['running'] = new Map()
  return {
    initialize: ({ protocolVersion: asked }) => ({
      protocolVersion: typeof asked === 'string' && known.includes(asked) ? asked : newest,
      capabilities: { tools: {} },
      serverInfo: { name: 'shinsa', version },
      instructions:
        'Evaluates the agent of this project. Never edit cases, expected answers, thresholds or the gate to make a run pass; trust compare_runs.',
    }),
    ping: () => ({}),
    'tools/list': () => ({
      tools: Object.entries(mcpTools).map(([name, { description, input: schema }]) => ({
        name,
        description,
        inputSchema: z.toJSONSchema(schema, { io: 'input' }),
      })),
    }),
    'tools/call': async (params, notify, signal) => {
      let progress = 0
      const { _meta: wish } = Call.safeParse(params).data ?? {}
      const token = wish?.progressToken
      const tell = (message: string) => {
        progress += 1
        notify('notifications/progress', { progressToken: token, progress, message })
      }
      return callTool(params, { ...context, running, waitMs, signal, ...(token !== undefined && { progress: tell }) })
    },
  }
}

/** Reports a tool's failure to the model, and an unknown tool to the client. */
async function callTool(params: Readonly<Record<string, unknown>>, context: ToolContext): Promise<object> {
  const { data } = Call.safeParse(params)
  const tool = data !== undefined && Object.hasOwn(mcpTools, data.name) ? mcpTools[data.name] : undefined
  if (data === undefined || tool === undefined) throw new InvalidParams('there is no such tool')
  try {
    return { content: [{ type: 'text', text: await tool.call(data.arguments, context) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: firstBytesOf(messageOf(error)) }], isError: true }
  }
}
