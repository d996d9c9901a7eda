import type { Target } from '../../core/index.ts'
import type { AgentContext } from '../../core/pack/pack-agent.ts'
import type { A2aTargetOptions } from '../../targets/a2a/a2a-target.ts'
import type { ChatEndpointOptions } from '../../targets/chat-endpoint/chat-endpoint.ts'
import type { ShinsaConfig } from '../config/define-config.ts'
import { fillAddressed, fillWords } from '../config/environment.ts'
import type { AcpSetting, McpSetting, ProtocolSetting } from '../config/kind-config.ts'
import type { RunSecrets } from '../secrets/secrets.ts'
import type { TraceValues } from './receiver-for.ts'

type ProtocolContext = {
  readonly agent: AgentContext
  readonly secrets: RunSecrets
  readonly traces?: TraceValues
  readonly folder: string
  readonly timeoutMs?: number | undefined
}

/** @throws {EvalError} `target` or `config` when that is impossible */
export async function protocolTarget(setting: ProtocolSetting, context: ProtocolContext): Promise<Target> {
  if ('mcp' in setting) return modelWithServer(setting.mcp, context)
  if ('acp' in setting) return codingAgent(setting.acp, context)
  return 'openai' in setting ? chatTarget(setting.openai, context) : agentByCard(setting.a2a, context)
}

async function chatTarget(setting: ChatEndpointOptions, { agent: { environment, now }, secrets }: ProtocolContext) {
  const { chatEndpoint } = await import('../../targets/chat-endpoint/chat-endpoint.ts')
  const { first } = await import('../../models/providers.ts')
  const options = fillAddressed(setting, environment, secrets)
  const key = first(environment, ['OPENAI_COMPATIBLE_API_KEY', 'OPENAI_LIKE_API_KEY'])
  return chatEndpoint({ clock: now, ...options, headers: withToken(options.headers, key) }, secrets.redact)
}

async function agentByCard(setting: A2aTargetOptions, { agent, secrets, traces }: ProtocolContext) {
  const { a2aTarget } = await import('../../targets/a2a/a2a-target.ts')
  const { receiverFor } = await import('./receiver-for.ts')
  const options = fillAddressed(setting, agent.environment, secrets)
  const headers = withToken(options.headers, agent.environment['A2A_TOKEN']?.trim() || undefined)
  const receiver = await receiverFor(traces, agent, options.endpoint ?? options.url)
  return a2aTarget({ clock: agent.now, ...options, headers }, secrets.redact, receiver)
}

async function codingAgent({ command, ...setting }: AcpSetting, { agent, secrets, folder }: ProtocolContext) {
  const { acpTarget } = await import('../../targets/acp/acp-target.ts')
  const words = typeof command === 'string' ? (await import('./split-command.ts')).splitCommand(command) : command
  for (const [name, value] of Object.entries(setting.env ?? {})) if (value !== undefined) secrets.noteNamed(name, value)
  const { folders, config, configFolder } = agent
  const [base = folder] = folders
  const options = {
    clock: agent.now,
    env: agent.environment,
    ...setting,
    command: fillWords(words, agent.environment, secrets),
  }
  return acpTarget(options, {
    folder,
    base,
    async assertTrusted(code) {
      const { assertTrusted } = await import('../config/trusted-folder.ts')
      // The project's own config, which was checked when it was loaded.
      await assertTrusted(base, code, { config: config as ShinsaConfig, folder: configFolder })
    },
  })
}

async function modelWithServer(setting: McpSetting, context: ProtocolContext): Promise<Target> {
  const { modelWithMcp } = await import('./mcp-setting.ts')
  return modelWithMcp(setting, context)
}

/** A header of the setting overrides the token of the environment. */
function withToken(headers: Readonly<Record<string, string>> = {}, token: string | undefined) {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return token === undefined || isGiven ? headers : { ...headers, authorization: `Bearer ${token}` }
}
