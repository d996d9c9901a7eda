import type { Pack } from '../core/index.ts'
import type { KindConfig, ShinsaConfig, TargetSetting } from './config/define-config.ts'
import { agentNamed, packOf } from './pack-of.ts'

/** What a config says of one kind of dataset. */
export type KindSettings = KindConfig & {
  /** Who is asked: as the config says, or the agent that ships with the kind. */
  readonly target: TargetSetting | undefined
  /** Whether the config has an agent that is for other kinds, and would have been asked where nobody told them apart. */
  readonly shippedInstead: boolean
}

/** What a config says for the datasets of a format. */
export function kindSettings(config: ShinsaConfig, format: string): KindSettings {
  return packSettings(config, packOf(format))
}

/**
 * Agent and metrics for the datasets of a pack. What stands at the top of a config is for ordinary datasets; a pack may
 * have a place of its own, and what that does not say is as the pack has it.
 */
export function packSettings(config: ShinsaConfig, pack: Pack | undefined): KindSettings {
  const { config: own, agent } = pack ?? {}
  if (own === undefined) {
    const { target = agent?.name, criteria, metrics } = config
    return { target, criteria, metrics, shippedInstead: false }
  }
  const { target, criteria, metrics } = ofPack(config, own.key)
  const named = target ?? (isShipped(config, agent?.name) ? config.target : undefined)
  return {
    target: named ?? agent?.name,
    criteria,
    metrics,
    shippedInstead: named === undefined && config.target !== undefined,
  }
}

/** What a config says under the key of a pack. */
export function ofPack(config: ShinsaConfig, configKey: string): KindConfig {
  const own = Reflect.get(config, configKey) as KindConfig | undefined // checked when the config was loaded
  return own ?? {}
}

/** An agent that ships can only be meant for what it is made for, wherever it is named. */
function isShipped({ target, targets = {} }: ShinsaConfig, shipped: string | undefined): boolean {
  const setting = typeof target === 'string' ? (targets[target] ?? target) : target
  return shipped !== undefined && agentNamed(setting)?.agent.name === shipped
}
