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
 * Lists the ways to say which agent is meant. A string is a name from `targets`, a module, a URL, `adk:…`, `a2a:…`,
 * `acp:…`, `mcp:…`, `openai:…`, `command:…`, `recorded:…` or `run:…`.
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

/** An agent that declares what can be varied in it, each with what it is today, and makes itself of that. */
export type VariedAgent = {
  readonly vary: Variant
  readonly agentFor: (variant: never) => TargetSetting | Promise<TargetSetting>
}

/** A variant of an agent that somebody kept; without a name it is the config's own. */
export type KeptVariant = { readonly variantOf: TargetSetting; readonly variant: Variant }

/** An agent that is reached in the words of a protocol. */
export type ProtocolSetting =
  | { readonly openai: ChatEndpointOptions }
  | { readonly a2a: A2aTargetOptions }
  | { readonly acp: AcpSetting }
  | { readonly mcp: McpSetting }

/** A coding agent; its command may be one line, whose words are split as in a shell. */
export type AcpSetting = Omit<AcpTargetOptions, 'command'> & { readonly command: string | AcpTargetOptions['command'] }

/** A model with the tools of an MCP server; without `command` and `url` the model alone. */
export type McpSetting = McpModelOptions & {
  /** By name, as judges are; `--model` says it too. */
  readonly model?: string
  /** A program, as one line whose words are split as in a shell, or word by word. */
  readonly command?: string | readonly [program: string, ...args: string[]]
  /** Variables for it, beside the few that every program needs. */
  readonly env?: Readonly<Record<string, string>>
  /** An address of streamable HTTP. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly oauth?: McpLogin
  /** A file, or several, that are put behind the instructions, such as a SKILL.md. */
  readonly skill?: string | readonly string[]
}

const protocols = ['openai', 'a2a', 'acp', 'mcp'] as const

type Method = (...args: never[]) => unknown
/** An agent of a framework, or an app around one; which it is is seen when it is used. */
type MadeAgent =
  | { readonly generate: Method }
  | { readonly invoke: Method }
  | { readonly runAsync: Method }
  | { readonly getAllTools: Method }
  | { readonly getAgent: Method }
  | { readonly rootAgent: object }

/** Metric name → threshold or criterion object, as in ADK's `test_config.json`. */
export type Criteria = Readonly<Record<string, number | Readonly<Record<string, unknown>>>>

/** Agent and metrics for one kind of dataset. */
export type KindConfig = {
  readonly target?: TargetSetting | undefined
  readonly criteria?: Criteria | undefined
  /** Further metrics, made here. */
  readonly metrics?: readonly (Metric | Scorer)[] | undefined
}

/** Agent, criteria and metrics as a config may write them; agents are looked at when they are made. */
export const kindShape = {
  target: asType<TargetSetting>(z.unknown()).optional(),
  criteria: asType<Criteria>(z.record(z.string(), z.unknown())).optional(),
  // What is inside is looked at where it is used.
  metrics: asType<readonly (Metric | Scorer)[]>(
    z.array(z.custom<unknown>((value) => ['object', 'function'].includes(typeof value) && value !== null)),
  ).optional(),
}

/** A schema that looks less closely than its type says: what is inside is checked where it is used. */
export function asType<Value>(schema: z.ZodType): z.ZodType<Value> {
  return schema as z.ZodType<Value> // said by who writes the shape
}

/** A target that is written as a protocol and an address; undefined for all others. */
export function protocolSetting(setting: TargetSetting): ProtocolSetting | undefined {
  if (typeof setting === 'string') return settingFromText(setting)
  // Only those that are written as one have one of these keys.
  return protocols.some((protocol) => Object.hasOwn(setting, protocol)) ? (setting as ProtocolSetting) : undefined
}

function settingFromText(text: string): ProtocolSetting | undefined {
  const [, protocol, rest = ''] = /^(openai|a2a|acp|mcp):(.+)$/s.exec(text) ?? []
  if (protocol === 'openai') return { openai: modelAt(rest) }
  if (protocol === 'acp') return { acp: { command: rest } }
  if (protocol === 'mcp') return { mcp: /^https?:\/\//.test(rest) ? { url: rest } : { command: rest } }
  return protocol === 'a2a' ? { a2a: { url: rest } } : undefined
}

/** `MODEL@URL`, as models of local servers are written, or the address alone. */
function modelAt(text: string): ChatEndpointOptions {
  const [, model = '', url = text] = /^(.*?)@(https?:\/\/.*)$/s.exec(text) ?? []
  return { url, ...(model !== '' && { model }) }
}

/** The same, asking another model; undefined where it cannot be told which. */
export function withModelOf(setting: TargetSetting, model: string): TargetSetting | undefined {
  const protocol = protocolSetting(setting)
  if (protocol === undefined) return undefined
  if ('mcp' in protocol) return { mcp: { ...protocol.mcp, model } }
  return 'openai' in protocol ? { openai: { ...protocol.openai, model } } : undefined
}

type KindConfigPlace =
  | { readonly url: string }
  | { readonly command: string | readonly [program: string, ...args: string[]] }

/** Where the agent of such a target is; undefined where there is nothing but a model. */
export function protocolAddress(setting: ProtocolSetting): KindConfigPlace | undefined {
  if ('acp' in setting) return setting.acp
  if ('openai' in setting) return setting.openai
  if ('a2a' in setting) return setting.a2a
  const { url, command } = setting.mcp
  if (url !== undefined) return { url }
  return command === undefined ? undefined : { command }
}
