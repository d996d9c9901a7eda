import { EvalError, message, nearestNames } from '../../core/index.ts'
import type { Variant } from '../../settings/kind.ts'
import { type ProtocolSetting, type TargetSetting, protocolSetting } from '../config/kind-config.ts'
import { isKeptVariant, isVaried } from './varied-agent.ts'

type VaryPlace = { readonly folder: string; readonly named: Readonly<Record<string, TargetSetting>> }

/** Returns the parts that an agent declares as variable, with their current values; undefined without any. */
export async function varyOf(setting: TargetSetting, place: VaryPlace): Promise<Variant | undefined> {
  const named = typeof setting === 'string' ? place.named[setting] : undefined
  if (named !== undefined) return varyOf(named, { ...place, named: {} })
  const protocol = protocolSetting(setting)
  if (protocol !== undefined) return protocolVary(protocol)
  if (typeof setting === 'string') return (await import('./module-target.ts')).moduleVary(setting, place.folder)
  if (isVaried(setting)) return setting.vary
  return isKeptVariant(setting) ? { ...(await varyOf(setting.variantOf, place)), ...setting.variant } : undefined
}

function protocolVary(setting: ProtocolSetting): Variant | undefined {
  if (!('openai' in setting || 'mcp' in setting)) return undefined
  const { model = '', instructions = '' } = 'openai' in setting ? setting.openai : setting.mcp
  return { instructions, model }
}

/** @throws {EvalError} `usage` for a part that the agent does not declare */
export async function refuseUndeclared(variant: Variant, setting: TargetSetting, place: VaryPlace): Promise<void> {
  const names = Object.keys(variant)
  if (names.length === 0) return
  const declared = (await varyOf(setting, place)) ?? {}
  const unknown = names.find((name) => !Object.hasOwn(declared, name))
  if (unknown !== undefined) throw notDeclared(unknown, Object.keys(declared))
}

function notDeclared(name: string, declared: readonly string[]): EvalError {
  const near = nearestNames(name, declared)
  return new EvalError('usage', message('the agent does not declare that {name} can be varied', { name }), {
    hint:
      declared.length === 0
        ? message('Export vary, with what can be varied, and agentFor, which makes the agent of that.')
        : message('There are: {names}.', { names: (near.length > 0 ? near : declared).join(', ') }),
  })
}
