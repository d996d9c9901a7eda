import { z } from 'zod'
import { TrailEntry } from '../../improve/improve-trail.ts'
import { VerdictCounts, Estimate, ReviewVerdict } from '../../core/index.ts'
import { type RunComparison, SettingDifference } from '../../core/run/run-comparison.ts'
import { ReviewSummary } from '../../statistics/review-measures.ts'

export const TrendPoint = z.object({
  runId: z.string(),
  name: z.string().optional(),
  createdAt: z.string(),
  /** Absent where the run had no gate. */
  gatePassed: z.boolean().optional(),
  results: VerdictCounts,
  passRate: Estimate,
  metrics: z.array(
    z.object({
      metric: z.string(),
      passRate: Estimate.nullable(),
      mean: Estimate.nullable(),
      unit: z.string().optional(),
    }),
  ),
  /** The settings that differ from those of the point before it. */
  changes: z.array(SettingDifference),
})
export type TrendPoint = z.infer<typeof TrendPoint>

export const Trend = z.object({
  /** Newest first. */
  series: z.array(
    z.object({
      id: z.string(),
      /** The same for the same cases, whichever target answered them. */
      content: z.string(),
      dataset: z.string(),
      target: z.string(),
      cases: z.number(),
      /** The number of its runs that are points. */
      points: z.number(),
    }),
  ),
  /** The id of the series that the points belong to; absent where there are no runs. */
  chosen: z.string().optional(),
  /** Oldest first. */
  points: z.array(TrendPoint),
  /** The number of runs of the series that were stopped, are still running, or evaluated nothing. */
  leftOut: z.number(),
})
export type Trend = z.infer<typeof Trend>

/** What the page calls it. */
export type Comparison = RunComparison

/** A reviewer's stated confidence and whether the review was right, for one row that has both. */
export const CalibrationRow = z.object({
  position: z.number(),
  repeat: z.number(),
  caseId: z.string(),
  expected: ReviewVerdict,
  result: ReviewVerdict,
  confidence: z.number().optional(),
})
export type CalibrationRow = z.infer<typeof CalibrationRow>

export const CalibrationDetail = z.object({ review: ReviewSummary, rows: z.array(CalibrationRow) })
export type CalibrationDetail = z.infer<typeof CalibrationDetail>

/** The log of a loop that improves the agent, oldest first; empty where no loop was begun. */
export const ImproveTrail = z.object({ entries: z.array(TrailEntry) })
export type ImproveTrail = z.infer<typeof ImproveTrail>
