import { isObject } from '../../core/basics/is-object.ts'
import type { KeptVariant, ProtocolSetting, VariedAgent } from '../config/kind-config.ts'
import type { Variant } from '../../settings/kind.ts'

/** Tells whether an object or a module declares variable parts and can make an agent from them. */
export function isVaried(value: unknown): value is VariedAgent {
  return isObject(value) && isObject(value['vary']) && typeof value['agentFor'] === 'function'
}

export function isKeptVariant(value: object): value is KeptVariant {
  return 'variantOf' in value
}

export function variedAgent({ vary, agentFor }: VariedAgent, variant: Variant = {}): unknown {
  // The author of both values made their types fit.
  return agentFor({ ...vary, ...variant } as never)
}

export function withVariant(setting: ProtocolSetting, variant: Variant = {}): ProtocolSetting {
  // Only these two protocols declare variable parts, all of which are texts.
  if ('openai' in setting) return { openai: { ...setting.openai, ...(variant as { model?: string }) } }
  return 'mcp' in setting ? { mcp: { ...setting.mcp, ...(variant as { model?: string }) } } : setting
}
