import { z } from 'zod'
import { Verdict } from './case-result.ts'
import { CorrectedComparison, Estimate } from './estimate.ts'
import { VerdictCounts } from './run.ts'

export const ComparedRun = z.object({
  runId: z.string(),
  name: z.string().optional(),
  passRate: Estimate.nullable(),
  results: VerdictCounts.optional(),
})
export type ComparedRun = z.infer<typeof ComparedRun>

const bothOf = <Value extends z.ZodType>(value: Value) => ({ first: value, second: value })

/**
 * One case in both runs. A verdict is undefined, and a value null, where the run lacks it. For a repeated case they are
 * the worst verdict and the mean value.
 */
export const ComparedCase = z.object({
  caseId: z.string(),
  ...bothOf(Verdict.optional()),
  /** The index of the case in each run, for links. */
  positions: z.object(bothOf(z.number().optional())),
  values: z.array(z.object({ metric: z.string(), ...bothOf(z.number().nullable()) })).readonly(),
  /** Tells whether more or fewer repeats passed, when both runs evaluated the case. */
  change: z.enum(['better', 'worse']).optional(),
  /**
   * The direction in which a metric moved, whatever the verdict; `other` when metrics moved in both directions, or one
   * run lacks a score.
   */
  moved: z.enum(['better', 'worse', 'other']).optional(),
  /** True when the datasets have different content under this name, so that the case is not compared. */
  changed: z.boolean().optional(),
})
export type ComparedCase = z.infer<typeof ComparedCase>

/** A setting in which the runs differ; `metric` is set when it belongs to one. An absent value is an empty text. */
export const SettingDifference = z.object({
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
  ...bothOf(z.string()),
})
export type SettingDifference = z.infer<typeof SettingDifference>

/** Why a case has no verdict: whose error it was, that the metric abstained, or that the case was not run. */
export const WhyUnevaluated = z.enum(['judge', 'metric', 'dataset', 'user', 'environment', 'abstained', 'not-run'])
export type WhyUnevaluated = z.infer<typeof WhyUnevaluated>

/** A number of cases, with the names of the first ones. */
export const NamedCases = z.object({ count: z.number(), caseIds: z.array(z.string()).readonly() })
export type NamedCases = z.infer<typeof NamedCases>

export const UnevaluatedCases = NamedCases.extend({
  why: z.array(z.object({ reason: WhyUnevaluated, count: z.number() })).readonly(),
})
export type UnevaluatedCases = z.infer<typeof UnevaluatedCases>

/** A paired test, such as `McNemar`, and its result; differences are second minus first. */
const paired = { name: z.string(), p: z.number(), difference: Estimate }

export const PairedComparison = z.object({
  ...paired,
  /** True when the cases suffice to detect a relevant difference. */
  enough: z.boolean(),
  casesNeeded: z.number().optional(),
})
export type PairedComparison = z.infer<typeof PairedComparison>

const means = { n: z.number(), ...bothOf(z.number()) }

/** A metric over the cases that both runs scored. `adjustedP` is by Holm's method over all metrics. */
export const MetricComparison = z.object({
  metric: z.string(),
  ...means,
  ...paired,
  adjustedP: z.number(),
  lowerIsBetter: z.boolean().optional(),
})
export type MetricComparison = z.infer<typeof MetricComparison>

/** The mean of a quantity, such as tokens, over the cases where both runs know it. */
export const QuantityComparison = z.object({
  quantity: z.enum(['input-tokens', 'output-tokens', 'tool-calls', 'agent-seconds', 'agent-dollars', 'judge-dollars']),
  ...means,
  /** Has no interval when all cases differ by the same amount. */
  difference: Estimate,
})
export type QuantityComparison = z.infer<typeof QuantityComparison>

/**
 * The second run compared with the first; counts are of cases. It compares cases of equal content that both runs
 * evaluated: an agent's error counts as not passed, and a missing verdict of a judge is no loss.
 */
export const RunComparison = z.object({
  ...bothOf(ComparedRun),
  settings: z.array(SettingDifference).readonly(),
  cases: z.array(ComparedCase).readonly(),
  better: z.number(),
  worse: z.number(),
  same: z.number(),
  /** Unchanged cases in which scores moved, by direction. */
  moved: z.object({ better: z.number(), worse: z.number(), other: z.number() }),
  changed: NamedCases,
  onlyInOne: z.number(),
  onlyIn: z.object(bothOf(NamedCases)),
  unevaluated: z.object({ ...bothOf(UnevaluatedCases), both: z.number() }),
  /**
   * Absent when no case was evaluated in both. `adjustedP` is by Holm's method, when several runs are compared with one
   * baseline. `withLost` is the test in which what only the baseline could evaluate counts as failed.
   */
  test: PairedComparison.extend({
    adjustedP: z.number().optional(),
    withLost: PairedComparison.pick({ p: true, difference: true }).optional(),
  }).optional(),
  /** The test of whether one run evaluated fewer of the same cases; absent when they share none. */
  evaluation: z.object({ ...paired, less: z.boolean() }).optional(),
  metrics: z.array(MetricComparison).readonly(),
  quantities: z.array(QuantityComparison).readonly(),
  /** The difference corrected by people's labels; absent when too few results of both runs have one. */
  corrected: CorrectedComparison.optional(),
})
export type RunComparison = z.infer<typeof RunComparison>
