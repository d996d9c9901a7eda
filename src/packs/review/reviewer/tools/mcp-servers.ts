import { message, type JsonObject, type McpServer, type Message } from '../../../../core/index.ts'
import {
  connectMcp,
  McpFailure,
  mcpProblem,
  type McpConnection,
  type McpPlace,
} from '../../../../targets/mcp/mcp-connection.ts'
import type { McpLogin } from '../../../../targets/mcp/mcp-options.ts'
import type { McpOAuth } from '../../../../targets/mcp/oauth-provider.ts'
import { assertPermitted, HostRefused, permittedFetch, type Refusal } from './permitted-fetch.ts'
import type { PermittedHosts } from './permitted-hosts.ts'
import { type OpenTools, type ReviewTool, ToolFailure } from './review-tool.ts'

export type McpOptions = {
  /** Returns whether a suite, which may come from anybody, may start this program. */
  readonly mayStart: (command: string) => boolean
  readonly hosts: PermittedHosts
  readonly version: string
  readonly signal: AbortSignal
  readonly logins?: McpLogins | undefined
}

export type McpLogins = {
  /** Login settings by origin or host. */
  readonly of: Readonly<Record<string, McpLogin>>
  /** Called with every token that is obtained, so that it can be masked. */
  readonly onSecret: (secret: string) => void
  readonly warn: (sentence: Message, hint: Message) => void
}

/** Connects to the MCP servers of a case. A server that cannot be reached becomes a warning and the review goes on. */
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
  try {
    const { signal, version, hosts } = options
    const login = await loginFor(server, options)
    const connection = await connectMcp(placeOf(server), {
      version,
      signal,
      timeoutMs: (server.timeout ?? 30) * 1000,
      fetch: permittedFetch(hosts),
      login,
    })
    const offered = connection.tools.filter((tool) => server.disabledTools?.includes(tool.name) !== true)
    return {
      tools: offered.map((tool): ReviewTool => ({
        name: toolName(name, tool.name),
        description: tool.description,
        parameters: tool.parameters,
        use: (args, until) => use(connection, tool.name, { args, signal: until }),
      })),
      warnings: [],
      async close() {
        await connection.close()
        await login?.close()
      },
    }
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof HostRefused) return nothing(hostRefused(name, error.refusal))
    const problem = mcpProblem(error).slice(0, 300)
    return nothing(message('MCP server {name} is left out: {problem}', { name, problem }))
  }
}

async function use(
  connection: McpConnection,
  name: string,
  { args, signal }: { readonly args: JsonObject; readonly signal: AbortSignal },
): Promise<string> {
  try {
    return await connection.call(name, args, signal)
  } catch (error) {
    throw error instanceof McpFailure ? new ToolFailure(error.message) : error
  }
}

function refusalOf(name: string, server: McpServer, options: McpOptions): Message | undefined {
  const { url, command, env = {} } = server
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
  const refusedScopes = scopesRefused(name, server, options)
  if (refusedScopes !== undefined) return refusedScopes
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

/** Rejects scopes that the config does not allow; without them the server may not do what the case expects. */
function scopesRefused(name: string, { url, oauthScopes }: McpServer, { logins }: McpOptions): Message | undefined {
  if (oauthScopes === undefined) return undefined
  const login = loginOf(url, logins)
  if (login === undefined) {
    return message(
      'MCP server {name} is left out: it has oauthScopes, and `mcpLogins` in the config has no login for it',
      {
        name,
      },
    )
  }
  const [scope] = login.scopes === undefined ? [] : oauthScopes.filter((one) => login.scopes?.includes(one) !== true)
  if (scope === undefined) return undefined
  return message('MCP server {name} is left out: its scope {scope} is none of those that `mcpLogins` allows', {
    name,
    scope,
  })
}

/** Environment variables that make shells, loaders or interpreters run other code. */
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

function placeOf({ url, command = '', args, headers, env }: McpServer): McpPlace {
  return url === undefined ? { command, args, env } : { url, headers }
}

/** The config's `mcpLogins` decides how to log in; a suite can only narrow the scopes. */
async function loginFor({ url, oauthScopes }: McpServer, { logins }: McpOptions): Promise<McpOAuth | undefined> {
  const login = loginOf(url, logins)
  if (logins === undefined || login === undefined) return undefined
  const { loginAsked, mcpOAuth } = await import('../../../../targets/mcp/oauth-provider.ts')
  return mcpOAuth(oauthScopes === undefined ? login : { ...login, scopes: oauthScopes }, {
    onSecret: logins.onSecret,
    openBrowser: (address) => logins.warn(...loginAsked(address)),
  })
}

function loginOf(url: string | undefined, logins: McpOptions['logins']): McpLogin | undefined {
  const address = url === undefined ? null : URL.parse(url)
  if (address === null || logins === undefined) return undefined
  const { origin, host, hostname } = address
  return [origin, host, hostname].flatMap((name) => (Object.hasOwn(logins.of, name) ? (logins.of[name] ?? []) : []))[0]
}

/** Prefixes the server's name to keep names unique, and uses only characters that all providers accept. */
function toolName(server: string, tool: string): string {
  return `${server}__${tool}`.replaceAll(/[^\w-]/g, '_').slice(0, 64)
}

function nothing(warning: Message): OpenTools {
  return { tools: [], warnings: [warning], close: async () => undefined }
}
