import { type RunPlan, type ScoredCase, type SetMetric, isAgentFailure } from '../../../core/index.ts'
import { z } from 'zod'
import {
  type ReviewRow,
  type ReviewSummaryOptions,
  confidenceRules,
  summariseReview,
} from '../../../statistics/index.ts'
import { ReviewSummary } from '../../../statistics/review-measures.ts'
import { judgedVerdictIn } from '../judged-verdict.ts'

const Options = z.object({
  preset: z.enum(['standard', 'rapid-compat']).optional(),
  maxMissRate: z.number().optional(),
  maxApprovedErrors: z.number().optional(),
  certainty: z.number().optional(),
})

export function reviewSetOf(
  { seed, dataset }: Pick<RunPlan, 'seed' | 'dataset'>,
  told: unknown,
): SetMetric<ReviewSummary> {
  const { preset = 'standard', maxMissRate, maxApprovedErrors, certainty } = Options.parse(told ?? {})
  return reviewSet({
    seed,
    confident: confidenceRules[preset],
    alpha: maxMissRate,
    approvedAlpha: maxApprovedErrors,
    delta: certainty === undefined ? undefined : 1 - certainty,
    dataHash: dataset.sha256,
  })
}

function reviewSet(options: ReviewSummaryOptions): SetMetric<ReviewSummary> {
  return {
    name: 'review',
    schema: ReviewSummary,
    start() {
      const rows: ReviewRow[] = []
      return {
        add: (scored) => void rows.push(...rowOf(scored)),
        summary: () => (rows.length === 0 ? undefined : summariseReview(rows, options)),
      }
    },
  }
}

function rowOf({ caseId, scores, failure }: ScoredCase): readonly ReviewRow[] {
  const score = scores.find(({ metric }) => metric === 'verdict_match')
  if (score === undefined || score.status === 'measured') return []
  if (score.status === 'scored') {
    const verdict = score.evidence?.flatMap((one) => judgedVerdictIn(one) ?? []).at(0)
    return verdict === undefined ? [] : [{ caseId, ...verdict }]
  }
  if (score.status === 'not-evaluated' && score.informational === true) return []
  if (score.status === 'not-evaluated' && score.declined === true) return [{ caseId, status: 'declined' }]
  if (failure !== undefined) return [{ caseId, status: isAgentFailure(failure) ? 'agent-error' : 'skipped' }]
  // An error of the metric says nothing about the reviewer.
  return [{ caseId, status: score.status === 'error' && score.blame !== 'agent' ? 'skipped' : 'invalid-output' }]
}
