import { z } from 'zod'
import { TrailEntry } from '../../improve/improve-trail.ts'
import { VerdictCounts, Estimate, Verdict, CorrectedComparison, ReviewVerdict } from '../../core/index.ts'
import { ReviewSummary } from '../../statistics/review-measures.ts'

const SettingDifference = z.object({
  setting: z.enum([
    'dataset',
    'cases',
    'target',
    'models',
    'prompt',
    'commit',
    'config',
    'environment',
    'metrics',
    'threshold',
    'options',
    'judge',
    'instruction',
    'repeat',
    'user',
    'adk-compat',
    'version',
  ]),
  metric: z.string().optional(),
  first: z.string(),
  second: z.string(),
})

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

const ComparedRun = z.object({
  runId: z.string(),
  name: z.string().optional(),
  passRate: Estimate.nullable(),
  results: VerdictCounts.optional(),
})

const NamedCases = z.object({ count: z.number(), caseIds: z.array(z.string()) })

const why = z.enum(['judge', 'metric', 'dataset', 'user', 'environment', 'abstained', 'not-run'])
const UnevaluatedCases = NamedCases.extend({ why: z.array(z.object({ reason: why, count: z.number() })) })

const paired = { name: z.string(), p: z.number(), difference: Estimate }
const means = { n: z.number(), first: z.number(), second: z.number(), difference: Estimate }

export const Comparison = z.object({
  first: ComparedRun,
  second: ComparedRun,
  cases: z.array(
    z.object({
      caseId: z.string(),
      first: Verdict.optional(),
      second: Verdict.optional(),
      positions: z.object({ first: z.number().optional(), second: z.number().optional() }),
      /** Only the values that moved: of ten thousand cases the others would be most of the answer. */
      values: z.array(z.object({ metric: z.string(), first: z.number().nullable(), second: z.number().nullable() })),
      change: z.enum(['better', 'worse']).optional(),
      moved: z.enum(['better', 'worse', 'other']).optional(),
      changed: z.boolean().optional(),
    }),
  ),
  better: z.number(),
  worse: z.number(),
  same: z.number(),
  moved: z.object({ better: z.number(), worse: z.number(), other: z.number() }),
  onlyInOne: z.number(),
  settings: z.array(SettingDifference),
  changed: NamedCases,
  onlyIn: z.object({ first: NamedCases, second: NamedCases }),
  unevaluated: z.object({ first: UnevaluatedCases, second: UnevaluatedCases, both: z.number() }),
  test: z
    .object({
      ...paired,
      adjustedP: z.number().optional(),
      withLost: z.object({ p: z.number(), difference: Estimate }).optional(),
      enough: z.boolean(),
      casesNeeded: z.number().optional(),
    })
    .optional(),
  evaluation: z.object({ ...paired, less: z.boolean() }).optional(),
  metrics: z.array(
    z.object({
      metric: z.string(),
      ...paired,
      ...means,
      adjustedP: z.number(),
      lowerIsBetter: z.boolean().optional(),
    }),
  ),
  quantities: z.array(
    z.object({
      quantity: z.enum([
        'input-tokens',
        'output-tokens',
        'tool-calls',
        'agent-seconds',
        'agent-dollars',
        'judge-dollars',
      ]),
      ...means,
    }),
  ),
  corrected: CorrectedComparison.optional(),
})
export type Comparison = z.infer<typeof Comparison>

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
