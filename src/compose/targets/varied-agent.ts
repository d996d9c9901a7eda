import { isObject } from '../../core/basics/is-object.ts'
import type { KeptVariant, ProtocolSetting, VariedAgent } from '../config/kind-config.ts'
import type { Variant } from '../../settings/kind.ts'

/** What declares what can be varied in it, and makes an agent of that: an object, or what a module exports. */
export function isVaried(value: unknown): value is VariedAgent {
  return isObject(value) && isObject(value['vary']) && typeof value['agentFor'] === 'function'
}

/** A variant that somebody kept under a name. */
export function isKeptVariant(value: object): value is KeptVariant {
  return 'variantOf' in value
}

/** The agent with some of what it declares as this variant says, and the rest as it is. */
export function variedAgent({ vary, agentFor }: VariedAgent, variant: Variant = {}): unknown {
  // The cast: whoever wrote both made them fit.
  return agentFor({ ...vary, ...variant } as never)
}

/** A model that is asked by name, told what a variant says. */
export function withVariant(setting: ProtocolSetting, variant: Variant = {}): ProtocolSetting {
  // The casts: only these two declare anything, and what they declare are texts.
  if ('openai' in setting) return { openai: { ...setting.openai, ...(variant as { model?: string }) } }
  return 'mcp' in setting ? { mcp: { ...setting.mcp, ...(variant as { model?: string }) } } : setting
}
