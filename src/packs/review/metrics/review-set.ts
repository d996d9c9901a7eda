import type { ScoredCase, SetMetric } from '../../../core/index.ts'
import { isAgentFailure } from '../../../core/index.ts'
import type { ReviewRow, ReviewSummaryOptions } from '../../../statistics/index.ts'
import { summariseReview } from '../../../statistics/index.ts'

/** What the verdicts of a reviewer are worth, over all cases that `verdict_match` looked at. */
export function reviewSet(options: ReviewSummaryOptions): SetMetric {
  return {
    name: 'review',
    start() {
      const rows: ReviewRow[] = []
      return {
        add: (scored) => void rows.push(...rowOf(scored)),
        summary: () => (rows.length === 0 ? {} : { review: summariseReview(rows, options) }),
      }
    },
  }
}

/** None for cases that are no reviews. */
function rowOf({ caseId, scores, failure }: ScoredCase): readonly ReviewRow[] {
  const score = scores.find(({ metric }) => metric === 'verdict_match')
  if (score === undefined || score.status === 'measured') return []
  if (score.status === 'scored') {
    const review = score.evidence?.find(({ kind }) => kind === 'review')
    return review?.kind === 'review' ? [{ caseId, ...review }] : []
  }
  if (score.status === 'not-evaluated' && score.informational === true) return []
  if (score.status === 'not-evaluated' && score.declined === true) return [{ caseId, status: 'declined' }]
  if (failure !== undefined) return [{ caseId, status: isAgentFailure(failure) ? 'agent-error' : 'skipped' }]
  // What the metric itself could not do says nothing of the reviewer.
  return [{ caseId, status: score.status === 'error' && score.blame !== 'agent' ? 'skipped' : 'invalid-output' }]
}
