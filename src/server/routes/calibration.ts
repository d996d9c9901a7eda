import type { Run, RunStore, Score, ScoredCase } from '../../core/index.ts'
import { judgedVerdictIn } from '../../packs/review/judged-verdict.ts'
import { ReviewSummary } from '../../statistics/review-measures.ts'
import type { CalibrationDetail, CalibrationRow } from '../api/comparisons.ts'

/** Undefined for a run without finished reviews. */
export async function runCalibration(
  run: Run,
  store: Pick<RunStore, 'scoredCases'>,
): Promise<CalibrationDetail | undefined> {
  const review = reviewSummaryOf(run)
  if (review === undefined) return undefined
  const rows: CalibrationRow[] = []
  for await (const scored of store.scoredCases(run.plan.runId)) rows.push(...rowsOf(scored))
  return { review, rows }
}

/** Returns the review summary of a run; undefined where it has none, or one of an unknown version. */
export function reviewSummaryOf({ summary }: Run): ReviewSummary | undefined {
  return ReviewSummary.safeParse(summary?.sets?.['review']).data
}

function rowsOf({ position, repeat, caseId, scores }: ScoredCase): readonly CalibrationRow[] {
  return scores.flatMap(evidenceOf).flatMap((evidence) => {
    const verdict = judgedVerdictIn(evidence)
    if (verdict === undefined) return []
    const { expected, result, confidence } = verdict
    return [{ position, repeat, caseId, expected, result, ...(confidence !== undefined && { confidence }) }]
  })
}

function evidenceOf(score: Score) {
  return score.status === 'scored' ? (score.evidence ?? []) : []
}
