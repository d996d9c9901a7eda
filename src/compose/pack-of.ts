import type { Pack } from '../core/index.ts'
import type { PackAgent } from '../core/pack/pack-agent.ts'
import { packs } from '../packs/index.ts'
import type { TargetSetting } from './config/define-config.ts'

/** Finds the pack of a format; undefined for tables and lines of cases. */
export function packOf(format: string): Pack | undefined {
  return packs.find(({ formats }) => formats.some(({ name }) => name === format))
}

/** Finds the built-in agent that a target names, and the model in that name. */
export function agentNamed(
  setting: TargetSetting | undefined,
): { readonly agent: PackAgent; readonly model?: string } | undefined {
  if (typeof setting !== 'string') return undefined
  const [name = '', ...rest] = setting.split(':')
  const agent = packs.find((pack) => pack.agent?.name === name)?.agent
  if (agent === undefined) return undefined
  return rest.length === 0 ? { agent } : { agent, model: rest.join(':') }
}
