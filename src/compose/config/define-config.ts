import type { reviewShape } from '../../packs/review/agent/review-config.ts'
import type { RunbookSettings } from '../../packs/runbook/agent/runbook-config.ts'
import type { ConfigValues } from '../../settings/index.ts'
import type { KindConfig } from './kind-config.ts'
import type { ValuesOf, projectShape } from './project-shape.ts'

export type { KindConfig, TargetSetting } from './kind-config.ts'

/** The runbook assistant that ships; agent and metrics for questions about runbooks. */
export type RunbookConfig = KindConfig & RunbookSettings

/**
 * Lists what `shinsa.config.ts` may say. Everything is optional; the command line wins over it.
 *
 * @example const config: ShinsaConfig = { target: './agent.ts', criteria: { rouge_l: 0.6 }, repeat: 3 }
 */
export type ShinsaConfig = ConfigValues &
  ValuesOf<typeof projectShape> &
  ValuesOf<typeof reviewShape> & {
    /** Agent and metrics for suites of document reviews; without them the reviewer that ships, and what reviews are judged by. */
    readonly review?: KindConfig
    /** Of the runbook assistant, and of datasets of questions about runbooks. */
    readonly runbooks?: RunbookConfig
  }

/**
 * Gives a config file its types, and returns it as it is.
 *
 * @example export default defineConfig({ target: './agent.ts', criteria: { rouge_l: 0.6 } })
 */
export function defineConfig(config: ShinsaConfig): ShinsaConfig {
  return config
}
