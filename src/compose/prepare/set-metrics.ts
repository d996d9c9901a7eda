import type { RunPlan } from '../../core/index.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { packOf } from '../pack-of.ts'

/** Reviews and answers about runbooks are also measured as a set. */
export async function setMetricsOf(plan: RunPlan, review: RunRequest['review']) {
  const { metrics, dataset, seed } = plan
  if (metrics.some(({ name }) => name === 'runbook_panel') && packOf(dataset.format)?.name === 'runbook') {
    const { runbookSetOf } = await import('../runbook-evaluation.ts')
    return [runbookSetOf(plan)]
  }
  if (!metrics.some(({ name }) => name === 'verdict_match')) return []
  const [{ reviewSet }, { confidenceRules }] = await Promise.all([
    import('../../packs/review/metrics/review-set.ts'),
    import('../../statistics/index.ts'),
  ])
  const { preset, maxMissRate, maxApprovedErrors, certainty } = review ?? {}
  return [
    reviewSet({
      seed,
      confident: confidenceRules[preset ?? 'standard'],
      alpha: maxMissRate,
      approvedAlpha: maxApprovedErrors,
      delta: certainty === undefined ? undefined : 1 - certainty,
      dataHash: dataset.sha256,
    }),
  ]
}
