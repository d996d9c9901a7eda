import type { JsonObject, PackEvaluators, PackMetric } from '../../core/index.ts'
import { packs } from '../../packs/index.ts'

/** Every metric of a pack by its name. */
export const packMetrics: ReadonlyMap<string, PackMetric> = new Map(
  packs.flatMap(({ metrics = {} }) => Object.entries(metrics)),
)

/** Everything that brings evaluators under names of its own. */
export const packEvaluators: readonly PackEvaluators[] = packs.flatMap(({ evaluators }) => evaluators ?? [])

/** The evaluator that a criterion means, and whose it is. */
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
