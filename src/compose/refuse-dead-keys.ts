import { EvalError, JsonObject, message } from '../core/index.ts'
import type { RequestValues } from '../settings/index.ts'
import type { ShinsaConfig } from './config/define-config.ts'
import type { LoadedConfig } from './config/load-config.ts'
import { packs } from '../packs/index.ts'
import { ofPack } from './kind-settings.ts'
import { metricNames, meantMetrics } from './metrics/metric-catalogue.ts'
import { evaluatorFor } from './metrics/pack-metrics.ts'

/**
 * Refuses keys of a config that could work for no dataset, such as an unknown metric or model. Keys without effect on a
 * single dataset are allowed, since a config serves many datasets.
 *
 * @throws {EvalError} `config` naming the key
 */
export async function refuseDeadKeys(
  { config, file = 'config' }: LoadedConfig,
  { userModel }: Pick<RequestValues, 'userModel'>,
): Promise<void> {
  for (const [path, criteria] of criteriaOf(config)) {
    for (const [metric, criterion] of Object.entries(criteria)) {
      const options = JsonObject.safeParse(criterion).data ?? {}
      if (metricNames().includes(metric) || evaluatorFor(metric, options) !== undefined) continue
      throw new EvalError('config', message('{file}: {path}: there is no metric {metric}', { file, path, metric }), {
        hint: meantMetrics(metric),
      })
    }
  }
  const { judge } = config
  for (const model of [judge, userModel]) if (typeof model === 'string') await refuseUnknownModel(model)
}

function criteriaOf(config: ShinsaConfig) {
  const keys = packs.flatMap((pack) => pack.config?.key ?? [])
  return [
    ['criteria', config.criteria ?? {}] as const,
    ...keys.map((key) => [`${key}.criteria`, ofPack(config, key).criteria ?? {}] as const),
  ]
}

const withoutModel: readonly string[] = ['embedded', 'vertex-evaluation']

async function refuseUnknownModel(name: string): Promise<void> {
  if (withoutModel.includes(name)) return
  const { parseModelName } = await import('../models/index.ts')
  parseModelName(name)
}
