import type { RunPlan } from '../../core/index.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { isAboutRunbooks, runbookSetOf } from '../runbook-evaluation.ts'

/** Reviews and answers about runbooks are also measured as a set. */
export async function setMetricsOf(plan: RunPlan, review: RunRequest['review']) {
  const { metrics, dataset, seed } = plan
  if (metrics.some(({ name }) => name === 'runbook_panel') && isAboutRunbooks(dataset.format))
    return [runbookSetOf(plan)]
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
