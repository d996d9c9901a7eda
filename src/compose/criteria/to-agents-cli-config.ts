import { type JsonObject, type Message, message } from '../../core/index.ts'
import type { Criterion } from './eval-config.ts'
import { builtIn } from './agents-cli-config.ts'

/** Of several names for one metric the first is written. */
const platformNames: ReadonlyMap<string, string> = new Map(
  Object.entries(builtIn)
    .toReversed()
    .map(([theirs, ours]) => [ours, theirs]),
)

/** The `eval_config.yaml` of agents-cli for criteria, as a value, and what that cannot hold. */
export function toAgentsCliConfig(criteria: readonly Criterion[]): {
  readonly config: JsonObject
  readonly losses: readonly Message[]
} {
  const held = criteria.flatMap(({ metricName }) => platformNames.get(metricName) ?? [])
  const lost = criteria.flatMap(({ metricName }) => (platformNames.has(metricName) ? [] : [metricName]))
  return {
    config: { metrics_to_run: held },
    losses: [
      ...(lost.length === 0
        ? []
        : [message('agents-cli has no counterpart of {metrics}', { metrics: lost.join(', ') })]),
      ...(held.length === 0
        ? []
        : [message('agents-cli compares its scores with nothing: thresholds and options of criteria are left out')]),
    ],
  }
}
