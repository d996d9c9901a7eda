import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import { JsonObject, message } from '../../../../core/index.ts'
import type { McpServer, Message } from '../../../../core/index.ts'
import { messageOf } from '../../../../core/basics/message-of.ts'
import { assertPermitted, HostRefused, permittedFetch } from './permitted-fetch.ts'
import type { Refusal } from './permitted-fetch.ts'
import type { PermittedHosts } from './permitted-hosts.ts'
import type { OpenTools, ReviewTool } from './review-tool.ts'
import { ToolFailure } from './review-tool.ts'

export type McpOptions = {
  /** Whether a suite may start this program: suites come from anywhere. */
  readonly mayStart: (command: string) => boolean
  /** And which hosts it may make us talk to. */
  readonly hosts: PermittedHosts
  readonly version: string
  readonly signal: AbortSignal
}

/** Connects to the servers of a case. One that cannot be reached is a warning, and the review goes on without it. */
export async function openMcpServers(
  servers: Readonly<Record<string, McpServer>>,
  options: McpOptions,
): Promise<OpenTools> {
  const wanted = Object.entries(servers).filter(([, { disabled }]) => disabled !== true)
  const opened = await Promise.all(wanted.map(([name, server]) => openOne(name, server, options)))
  return {
    tools: opened.flatMap(({ tools }) => tools),
    warnings: opened.flatMap(({ warnings }) => warnings),
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  }
}

async function openOne(name: string, server: McpServer, options: McpOptions): Promise<OpenTools> {
  const refusal = refusalOf(name, server, options)
  if (refusal !== undefined) return nothing(refusal)
  const client = new Client({ name: 'shinsa', version: options.version })
  const limits = { timeout: (server.timeout ?? 30) * 1000, signal: options.signal }
  try {
    await client.connect(transportTo(server, options), limits)
    const { tools } = await client.listTools(undefined, limits)
    const offered = tools.filter((tool) => server.disabledTools?.includes(tool.name) !== true)
    return {
      tools: offered.map((tool): ReviewTool => ({
        name: toolName(name, tool.name),
        description: tool.description ?? tool.name,
        parameters: JsonObject.parse(tool.inputSchema),
        use: (args, signal) => call(client, { name: tool.name, arguments: args }, { ...limits, signal }),
      })),
      warnings:
        server.oauthScopes === undefined
          ? []
          : [message('MCP server {name}: oauthScopes are not used; give it a header with a token', { name })],
      close: () => client.close(),
    }
  } catch (error) {
    await client.close()
    options.signal.throwIfAborted()
    if (error instanceof HostRefused) return nothing(hostRefused(name, error.refusal))
    const problem = problemIn(error).slice(0, 300)
    return nothing(message('MCP server {name} is left out: {problem}', { name, problem }))
  }
}

/** Why a server is not asked at all. */
function refusalOf(name: string, { url, command, env = {} }: McpServer, options: McpOptions): Message | undefined {
  if (command !== undefined && !options.mayStart(command)) {
    return message('MCP server {name} is left out: `mcpCommands` in the config does not allow {command}', {
      name,
      command,
    })
  }
  const [variable] = Object.keys(env).filter((one) => choosesProgram.test(one))
  if (variable !== undefined) {
    return message(
      'MCP server {name} is left out: its {variable} could make another program of the one that is allowed',
      {
        name,
        variable,
      },
    )
  }
  if (url === undefined) return undefined
  const address = URL.parse(url)
  if (address === null) return message('MCP server {name} is left out: its url is none', { name })
  try {
    assertPermitted(address, options.hosts)
    return undefined
  } catch (error) {
    if (error instanceof HostRefused) return hostRefused(name, error.refusal)
    throw error
  }
}

/** What shells, loaders and interpreters read to find or run code. */
const choosesProgram = new RegExp(
  `^(?:${[
    'path|pathext|comspec|shell|ifs|env|bash_env|zdotdir|home|xdg_config_home|gconv_path|(?:ld|dyld)_.+',
    'node_(?:options|path|repl_external_module)|npm_config_.+',
    'python(?:path|home|startup|userbase|inspect|executable|breakpoint|warnings)|perl5(?:lib|opt|db)|perllib',
    'ruby(?:opt|lib)|gem_(?:path|home)|bundle_gemfile|java_tool_options|_java_options|jdk_java_options|classpath',
    'dotnet_startup_hooks|cor(?:clr)?_(?:enable_)?profil.+|git_(?:ssh.*|exec_path|config.*|askpass|proxy_command)',
  ].join('|')})$`,
  'i',
)

function hostRefused(name: string, refusal: Refusal): Message {
  if (refusal.reason === 'host') {
    const { host } = refusal
    return message(
      'MCP server {name} is left out: `mcpHosts` in the config does not allow {host}; to allow it, write mcpHosts: [{entry}] in shinsa.config.ts',
      { name, host, entry: `'${host}'` },
    )
  }
  return refusal.reason === 'scheme'
    ? message('MCP server {name} is left out: its url is no address of http or https', { name })
    : message('MCP server {name} is left out: its url holds a user name or password; send them in headers', { name })
}

function transportTo({ url, command = '', args = [], headers = {}, env = {} }: McpServer, { hosts }: McpOptions) {
  if (url !== undefined) {
    return new StreamableHTTPClientTransport(new URL(url), { fetch: permittedFetch(hosts), requestInit: { headers } })
  }
  // Nothing else of our environment: keys stand there.
  return new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
}

async function call(
  client: Client,
  request: { readonly name: string; readonly arguments: JsonObject },
  options: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<string> {
  const result = await answerOf(client, request, options)
  const text = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
  const said = text === '' && result.structuredContent ? JSON.stringify(result.structuredContent) : text
  if (result.isError === true) throw new ToolFailure(said)
  return said
}

async function answerOf(...[client, request, options]: Parameters<typeof call>) {
  try {
    return await client.callTool(request, options)
  } catch (error) {
    options.signal.throwIfAborted()
    throw new ToolFailure(problemIn(error))
  }
}

function problemIn(error: unknown): string {
  // Its message is what the server wrote, and many write nothing.
  if (error instanceof SdkHttpError) return `HTTP ${error.status}: ${error.message}`
  return messageOf(error)
}

/** Two servers may have tools of one name, and providers take only plain letters. */
function toolName(server: string, tool: string): string {
  return `${server}__${tool}`.replaceAll(/[^\w-]/g, '_').slice(0, 64)
}

function nothing(warning: Message): OpenTools {
  return { tools: [], warnings: [warning], close: async () => undefined }
}
