import type { JsonObject, PackEvaluators, PackMetric } from '../../core/index.ts'
import { packs } from '../../packs/index.ts'

export const packMetrics: ReadonlyMap<string, PackMetric> = new Map(
  packs.flatMap(({ metrics = {} }) => Object.entries(metrics)),
)

export const packEvaluators: readonly PackEvaluators[] = packs.flatMap(({ evaluators }) => evaluators ?? [])

export function evaluatorFor(
  metric: string,
  options: JsonObject,
): { readonly type: string; readonly of: PackEvaluators } | undefined {
  for (const of of packEvaluators) {
    const type = of.typeOf(metric, options)
    if (type !== undefined) return { type, of }
  }
  return undefined
}
