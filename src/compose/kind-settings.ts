import type { Pack } from '../core/index.ts'
import type { KindConfig, ShinsaConfig, TargetSetting } from './config/define-config.ts'
import { agentNamed, packOf } from './pack-of.ts'

export type KindSettings = KindConfig & {
  /** The config's agent, or the pack's built-in one. */
  readonly target: TargetSetting | undefined
  readonly shippedInstead: boolean
}

export function kindSettings(config: ShinsaConfig, format: string): KindSettings {
  return packSettings(config, packOf(format))
}

/**
 * Returns agent and metrics for the datasets of a pack. The pack's own key in the config overrides the pack's defaults.
 * Top-level settings apply too, unless they are meant for other datasets: beside a top-level agent, or beside metrics
 * under the pack's key, only metrics that no other pack has apply.
 */
export function packSettings(config: ShinsaConfig, pack: Pack | undefined): KindSettings {
  const { config: own, agent } = pack ?? {}
  if (pack === undefined || own === undefined) {
    const { target = agent?.name, criteria, metrics } = config
    return { target, criteria, metrics, shippedInstead: false }
  }
  const kind = ofPack(config, own.key)
  const isOurs = isShipped(config, agent?.name)
  const named = kind.target ?? (isOurs ? config.target : undefined)
  const saysMetrics = kind.criteria !== undefined || kind.metrics !== undefined
  const top = saysMetrics || (config.target !== undefined && !isOurs) ? onlyOf(pack, config) : config
  return {
    target: named ?? agent?.name,
    criteria: top.criteria === undefined ? kind.criteria : { ...top.criteria, ...kind.criteria },
    metrics: top.metrics === undefined ? kind.metrics : [...top.metrics, ...(kind.metrics ?? [])],
    shippedInstead: named === undefined && config.target !== undefined,
  }
}

/** Returns the top-level settings that can only be meant for a pack's datasets. */
function onlyOf({ criteria: own }: Pack, { criteria = {}, metrics = [] }: ShinsaConfig): KindConfig {
  const isOwn = (name: string) => own?.metrics.includes(name) === true
  const named = Object.entries(criteria).filter(([name]) => isOwn(name))
  const made = metrics.filter(({ name }) => name !== undefined && isOwn(name))
  return {
    criteria: named.length > 0 ? Object.fromEntries(named) : undefined,
    metrics: made.length > 0 ? made : undefined,
  }
}

export function ofPack(config: ShinsaConfig, configKey: string): KindConfig {
  const own = Reflect.get(config, configKey) as KindConfig | undefined // checked when the config was loaded
  return own ?? {}
}

/** A built-in agent is meant for its own pack, wherever it is named. */
function isShipped({ target, targets = {} }: ShinsaConfig, shipped: string | undefined): boolean {
  const setting = typeof target === 'string' ? (targets[target] ?? target) : target
  return shipped !== undefined && agentNamed(setting)?.agent.name === shipped
}
