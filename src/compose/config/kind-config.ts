import type { Scorer } from '../metrics/scorers.ts'
import type { Variant } from '../../settings/kind.ts'
import { z } from 'zod'
import type { Metric, Target } from '../../core/index.ts'
import type { AdkServerOptions } from '../../targets/adk-server/adk-server-target.ts'
import type { A2aTargetOptions } from '../../targets/a2a/a2a-target.ts'
import type { AcpTargetOptions } from '../../targets/acp/acp-target.ts'
import type { McpLogin, McpModelOptions } from '../../targets/mcp/mcp-options.ts'
import type { ChatEndpointOptions } from '../../targets/chat-endpoint/chat-endpoint.ts'
import type { CommandTargetOptions, FunctionAgent, HttpTargetOptions } from '../../targets/index.ts'

/**
 * Lists the ways to name an agent. A string is a name from `targets`, a module, a URL, `adk:…`, `a2a:…`, `acp:…`,
 * `mcp:…`, `openai:…`, `command:…`, `recorded:…` or `run:…`.
 *
 * @example
 * const ways: TargetSetting[] = ['./agent.ts', (message) => `You said ${message}`, { command: ['python', 'agent.py'] }]
 */
export type TargetSetting =
  | string
  | Target
  | FunctionAgent
  | MadeAgent
  | {
      readonly command: CommandTargetOptions['command']
      readonly shared?: boolean
      readonly keepInputOpen?: boolean
      readonly cwd?: string
    }
  | { readonly http: HttpTargetOptions }
  | { readonly adk: AdkServerOptions }
  | ProtocolSetting
  | { readonly recorded: string }
  | VariedAgent
  | KeptVariant

/** An agent that declares its variable parts with their current values, and makes a variant of itself from others. */
export type VariedAgent = {
  readonly vary: Variant
  readonly agentFor: (variant: never) => TargetSetting | Promise<TargetSetting>
}

/** A variant of an agent that the user kept; without a name it belongs to the config's own agent. */
export type KeptVariant = { readonly variantOf: TargetSetting; readonly variant: Variant }

export type ProtocolSetting =
  | { readonly openai: ChatEndpointOptions }
  | { readonly a2a: A2aTargetOptions }
  | { readonly acp: AcpSetting }
  | { readonly mcp: McpSetting }

/** A coding agent; a command in one string is split into words as in a shell. */
export type AcpSetting = Omit<AcpTargetOptions, 'command'> & { readonly command: string | AcpTargetOptions['command'] }

/** A model with the tools of an MCP server; without `command` and `url` the model has no tools. */
export type McpSetting = McpModelOptions & {
  /** A model's name, as for judges; `--model` sets it too. */
  readonly model?: string
  /** A program: one string that is split into words as in a shell, or a list of words. */
  readonly command?: string | readonly [program: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly oauth?: McpLogin
  /** Files that are appended to the instructions, such as a SKILL.md. */
  readonly skill?: string | readonly string[]
}

const protocols = ['openai', 'a2a', 'acp', 'mcp'] as const

type Method = (...args: never[]) => unknown
/** An agent or app of a framework, which is recognised when it is used. */
type MadeAgent =
  | { readonly generate: Method }
  | { readonly invoke: Method }
  | { readonly runAsync: Method }
  | { readonly getAllTools: Method }
  | { readonly getAgent: Method }
  | { readonly rootAgent: object }

/** Maps the names of metrics to a threshold or a criterion object, as in ADK's `test_config.json`. */
export type Criteria = Readonly<Record<string, number | Readonly<Record<string, unknown>>>>

export type KindConfig = {
  readonly target?: TargetSetting | undefined
  readonly criteria?: Criteria | undefined
  readonly metrics?: readonly (Metric | Scorer)[] | undefined
}

/** Agent, criteria and metrics of a config; agents are checked when they are made. */
export const kindShape = {
  target: asType<TargetSetting>(z.unknown()).optional(),
  criteria: asType<Criteria>(z.record(z.string(), z.unknown())).optional(),
  // The parts of a metric are checked at its use.
  metrics: asType<readonly (Metric | Scorer)[]>(
    z.array(z.custom<unknown>((value) => ['object', 'function'].includes(typeof value) && value !== null)),
  ).optional(),
}

/** Types a schema more narrowly than it checks; the rest is checked at its use. */
export function asType<Value>(schema: z.ZodType): z.ZodType<Value> {
  return schema as z.ZodType<Value> // the author of the shape states its type
}

/** Reads a target that consists of a protocol and an address; undefined for all others. */
export function protocolSetting(setting: TargetSetting): ProtocolSetting | undefined {
  if (typeof setting === 'string') return settingFromText(setting)
  return protocols.some((protocol) => Object.hasOwn(setting, protocol)) ? (setting as ProtocolSetting) : undefined
}

function settingFromText(text: string): ProtocolSetting | undefined {
  const [, protocol, rest = ''] = /^(openai|a2a|acp|mcp):(.+)$/s.exec(text) ?? []
  if (protocol === 'openai') return { openai: modelAt(rest) }
  if (protocol === 'acp') return { acp: { command: rest } }
  if (protocol === 'mcp') return { mcp: /^https?:\/\//.test(rest) ? { url: rest } : { command: rest } }
  return protocol === 'a2a' ? { a2a: { url: rest } } : undefined
}

/** Splits `MODEL@URL`; the model may be missing. */
function modelAt(text: string): ChatEndpointOptions {
  const [, model = '', url = text] = /^(.*?)@(https?:\/\/.*)$/s.exec(text) ?? []
  return { url, ...(model !== '' && { model }) }
}

export function withModelOf(setting: TargetSetting, model: string): TargetSetting | undefined {
  const protocol = protocolSetting(setting)
  if (protocol === undefined) return undefined
  if ('mcp' in protocol) return { mcp: { ...protocol.mcp, model } }
  return 'openai' in protocol ? { openai: { ...protocol.openai, model } } : undefined
}

/** Returns the address or command of a protocol target; undefined for a model alone. */
export function protocolAddress(setting: ProtocolSetting) {
  if ('acp' in setting) return setting.acp
  if ('openai' in setting) return setting.openai
  if ('a2a' in setting) return setting.a2a
  const { url, command } = setting.mcp
  if (url !== undefined) return { url }
  return command === undefined ? undefined : { command }
}
