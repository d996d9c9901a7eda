import type { Pack } from '../core/index.ts'
import type { KindConfig, ShinsaConfig, TargetSetting } from './config/define-config.ts'
import { agentNamed, packOf } from './pack-of.ts'

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
 * Agent and metrics for the datasets of a pack. Where it has a place of its own in a config, what stands there wins, and what
 * nobody says is as the pack has it. What stands at the top holds for the pack too, unless it is meant for other datasets:
 * beside an agent of theirs, or beside metrics in the pack's own place, only metrics that nobody else has are meant.
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

/** What at the top of a config only the datasets of a pack can be meant by. */
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

/** An agent that ships can only be meant for what it is made for, wherever it is named. */
function isShipped({ target, targets = {} }: ShinsaConfig, shipped: string | undefined): boolean {
  const setting = typeof target === 'string' ? (targets[target] ?? target) : target
  return shipped !== undefined && agentNamed(setting)?.agent.name === shipped
}
