import type { reviewShape } from '../../packs/review/agent/review-config.ts'
import type { RunbookSettings } from '../../packs/runbook/agent/runbook-config.ts'
import type { ConfigValues } from '../../settings/index.ts'
import type { KindConfig } from './kind-config.ts'
import type { ValuesOf, projectShape } from './project-shape.ts'

export type { KindConfig, TargetSetting } from './kind-config.ts'

/** Settings of the built-in runbook assistant, and agent and metrics for questions about runbooks. */
export type RunbookConfig = KindConfig & RunbookSettings

/**
 * Lists the settings of `shinsa.config.ts`. All are optional, and the command line overrides them.
 *
 * @example const config: ShinsaConfig = { target: './agent.ts', criteria: { rouge_l: 0.6 }, repeat: 3 }
 */
export type ShinsaConfig = ConfigValues &
  ValuesOf<typeof projectShape> &
  ValuesOf<typeof reviewShape> & {
    /** Agent and metrics for document reviews; default to the built-in reviewer and its metrics. */
    readonly review?: KindConfig
    /** Settings of the runbook assistant and of datasets of questions about runbooks. */
    readonly runbooks?: RunbookConfig
  }

/**
 * Gives a config file its types and returns it unchanged.
 *
 * @example export default defineConfig({ target: './agent.ts', criteria: { rouge_l: 0.6 } })
 */
export function defineConfig(config: ShinsaConfig): ShinsaConfig {
  return config
}
