import { EvalError, message, type Message, type OpenOptions } from '../../core/index.ts'
import type { LanguageModel } from '../../models/index.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { excerpt } from '../excerpt.ts'
import { languageModelAgent } from '../model-agent/language-model-agent.ts'
import { modelAgent, type OpenedTools } from '../model-agent/model-agent.ts'
import { McpFailure, connectMcp, mcpProblem, type McpConnection, type McpPlace } from './mcp-connection.ts'
import type { McpModelOptions } from './mcp-options.ts'
import type { McpOAuth } from './oauth-provider.ts'

export type McpTargetOptions = McpModelOptions & {
  readonly model: LanguageModel
  /** Without a server, the model has no tools. */
  readonly server?: McpPlace | undefined
  /** Texts that are appended to the instructions. */
  readonly skills?: readonly string[] | undefined
  readonly version: string
  readonly login?: McpOAuth | undefined
  readonly clock?: (() => Date) | undefined
  /** Receives warnings about the server before it is used. */
  readonly warn?: ((sentence: Message) => void) | undefined
}

/**
 * Makes a target of a model with the tools of an MCP server, to test whether it finds the right one. Each conversation
 * has its own session and, for a program, its own process.
 *
 * @throws {EvalError} `target` when the server is unavailable, or lacks a named tool
 */
export async function mcpTarget(options: McpTargetOptions): Promise<ServableTarget> {
  const { model, server, instructions, skills = [], login, name = nameOf(options) } = options
  await tryServer(options)
  const told = [...(instructions === undefined ? [] : [instructions]), ...skills].join('\n\n')
  const target = modelAgent({
    name,
    model: languageModelAgent(model),
    models: [model.id],
    maxRounds: options.maxRounds,
    ...(told !== '' && { instructions: told }),
    ...(options.clock !== undefined && { clock: options.clock }),
    openTools: async (opened) => (server === undefined ? noTools : openTools(server, options, opened)),
  })
  return { ...target, close: async () => login?.close() }
}

const noTools: OpenedTools = { tools: [], close: async () => undefined }

/** Connects once before any case, since a wrong server or a mistyped tool would make the run worthless. */
async function tryServer(options: McpTargetOptions): Promise<void> {
  const { server, descriptions = {}, tools: only = [] } = options
  if (server === undefined) return
  const connection = await connect(server, options, { signal: AbortSignal.timeout(120_000), code: 'target' })
  const known = connection.tools.map(({ name }) => name)
  await connection.close()
  if (connection.toolsLeftOut > 0) {
    const values = { used: known.length, all: known.length + connection.toolsLeftOut }
    options.warn?.(message('The MCP server has {all} tools, and the model is told of the first {used}', values))
  }
  for (const name of [...Object.keys(descriptions), ...only]) {
    if (known.includes(name)) continue
    throw new EvalError('target', message('The MCP server has no tool {tool}', { tool: name }), {
      hint: message('There are: {names}.', { names: excerpt(known.join(', '), 1000) }),
    })
  }
}

async function openTools(server: McpPlace, options: McpTargetOptions, { signal }: OpenOptions): Promise<OpenedTools> {
  const { descriptions = {}, tools: only } = options
  // The server was there before the first case, so that one without it says nothing about the others.
  const connection = await connect(server, options, { signal, code: 'environment' })
  const offered = connection.tools.filter(({ name }) => only === undefined || only.includes(name))
  return {
    tools: offered.map((tool) => ({
      ...tool,
      description: (Object.hasOwn(descriptions, tool.name) ? descriptions[tool.name] : undefined) ?? tool.description,
      run: async (args) =>
        connection.call(tool.name, args, signal).catch((error: unknown) => {
          throw unanswered(tool.name, error)
        }),
    })),
    close: () => connection.close(),
  }
}

/** What a silent server would have answered is unknown, so the case is not one of the model's. */
function unanswered(tool: string, cause: unknown): unknown {
  if (!(cause instanceof McpFailure) || cause.isAnswered) return cause
  const problem = excerpt(cause.message, 300)
  return new EvalError(
    'environment',
    message('The MCP server did not answer the call of {tool}: {problem}', { tool, problem }),
    {
      hint: message('See whether the server is running; serverTimeoutMs says how long a call may take.'),
      cause,
    },
  )
}

async function connect(
  server: McpPlace,
  { version, serverTimeoutMs = 30_000, login }: McpTargetOptions,
  { signal, code }: { readonly signal: AbortSignal; readonly code: 'target' | 'environment' },
): Promise<McpConnection> {
  try {
    return await connectMcp(server, { version, timeoutMs: serverTimeoutMs, signal, login })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EvalError) throw error
    const problem = excerpt(mcpProblem(error), 300)
    throw new EvalError(code, message('The MCP server cannot be used: {problem}', { problem }), { cause: error })
  }
}

// Arguments and addresses may contain keys.
function nameOf({ model, server }: McpTargetOptions): string {
  if (server === undefined) return model.id
  const place = 'url' in server ? new URL(server.url).host : (server.command.split(/[\\/]/).at(-1) ?? '')
  return `mcp:${place} ${model.id}`
}
