import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadOptional } from '../../core/basics/optional-package.ts'
import { EvalError, message, type Target } from '../../core/index.ts'
import type { AgentContext } from '../../core/pack/pack-agent.ts'
import { openResilientModel } from '../../models/resilient-model.ts'
import type { McpPlace } from '../../targets/mcp/mcp-connection.ts'
import type { McpLogin } from '../../targets/mcp/mcp-options.ts'
import { fillEnvironment } from '../config/environment.ts'
import type { McpSetting } from '../config/kind-config.ts'
import { refuseWrittenSecrets, type RunSecrets } from '../secrets/secrets.ts'
import { splitCommand } from './split-command.ts'

type McpContext = {
  readonly agent: AgentContext
  readonly secrets: RunSecrets
  readonly folder: string
  readonly timeoutMs?: number | undefined
}

/** @throws {EvalError} `config` or `target` when the model or server is unavailable */
export async function modelWithMcp(
  given: McpSetting,
  { agent, secrets, folder, timeoutMs }: McpContext,
): Promise<Target> {
  refuseWrittenSecrets([given.url ?? '', given.command ?? []].flat())
  const setting = fillEnvironment(given, agent.environment, secrets.noteFilled)
  if (setting.url !== undefined) secrets.noteNamed('url', setting.url)
  for (const [name, value] of Object.entries({ ...setting.headers, ...setting.env })) secrets.noteNamed(name, value)
  const { model: name, command, env, url, headers, oauth, skill, ...options } = setting
  if (name === undefined) {
    throw new EvalError('target', message('an MCP server is asked by a model, and none is named'), {
      hint: message('Name one: --model, or `model` beside the server in the config.'),
    })
  }
  const { mcpTarget } = await loadOptional(
    '@modelcontextprotocol/client',
    'MCP servers',
    async () => import('../../targets/mcp/mcp-target.ts'),
  )
  const { environment, random, account, pace } = agent
  return mcpTarget({
    clock: agent.now,
    warn: (sentence) => agent.warnings.add(sentence),
    // A server gets no more time to start than an agent to answer.
    ...(timeoutMs !== undefined && timeoutMs > 0 && { serverTimeoutMs: Math.min(30_000, timeoutMs) }),
    ...options,
    model: await openResilientModel(name, 'agent', { environment, random, account, pace }),
    server: serverOf({ command, env, url, headers }, folder),
    skills: [skill ?? []].flat().map((file) => textIn(resolve(folder, file))),
    version: agent.version,
    login: oauth && (await loginOf(oauth, { agent, secrets })),
  })
}

function serverOf(
  { command, env, url, headers }: Pick<McpSetting, 'command' | 'env' | 'url' | 'headers'>,
  folder: string,
): McpPlace | undefined {
  if (url !== undefined && command !== undefined) {
    throw new EvalError('config', message('an MCP server has either a command or a url'))
  }
  if (url !== undefined) return { url, headers }
  if (command === undefined) return undefined
  const [program = '', ...args] = typeof command === 'string' ? splitCommand(command) : command
  return { command: program, args, env, cwd: folder }
}

async function loginOf(login: McpLogin, { agent: { warnings }, secrets }: Pick<McpContext, 'agent' | 'secrets'>) {
  const { loginAsked, mcpOAuth } = await import('../../targets/mcp/oauth-provider.ts')
  return mcpOAuth(login, {
    onSecret: (token) => secrets.add(token, { name: 'oauth' }),
    openBrowser: (url) => warnings.addNow(...loginAsked(url)),
  })
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new EvalError('config', message('{file}: there is no such file', { file }), { cause })
  }
}
