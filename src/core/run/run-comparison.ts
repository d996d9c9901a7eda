import type { Verdict } from './case-result.ts'
import type { CorrectedComparison, Estimate } from './estimate.ts'
import type { VerdictCounts } from './run.ts'

export type ComparedRun = {
  readonly runId: string
  readonly name?: string
  readonly passRate: Estimate | null
  readonly results?: VerdictCounts
}

/**
 * One case in both runs. A verdict is undefined, and a value null, where the run lacks it. For a repeated case they are
 * the worst verdict and the mean value.
 */
export type ComparedCase = {
  readonly caseId: string
  readonly first?: Verdict | undefined
  readonly second?: Verdict | undefined
  /** The index of the case in each run, for links. */
  readonly positions: { readonly first?: number; readonly second?: number }
  readonly values: readonly { readonly metric: string; readonly first: number | null; readonly second: number | null }[]
  /** Tells whether more or fewer repeats passed, when both runs evaluated the case. */
  readonly change?: 'better' | 'worse'
  /**
   * The direction in which a metric moved, whatever the verdict; `other` when metrics moved in both directions, or one
   * run lacks a score.
   */
  readonly moved?: 'better' | 'worse' | 'other'
  /** True when the datasets have different content under this name, so that the case is not compared. */
  readonly changed?: boolean
}

/** A setting in which the runs differ; `metric` is set when it belongs to one. An absent value is an empty text. */
export type SettingDifference = {
  readonly setting:
    | 'dataset'
    | 'cases'
    | 'target'
    | 'models'
    | 'prompt'
    | 'commit'
    | 'config'
    | 'environment'
    | 'metrics'
    | 'threshold'
    | 'options'
    | 'judge'
    | 'instruction'
    | 'repeat'
    | 'user'
    | 'adk-compat'
    | 'version'
  readonly metric?: string
  readonly first: string
  readonly second: string
}

/** Why a case has no verdict: whose error it was, that the metric abstained, or that the case was not run. */
export type WhyUnevaluated = 'judge' | 'metric' | 'dataset' | 'user' | 'environment' | 'abstained' | 'not-run'

/** A number of cases, with the names of the first ones. */
export type NamedCases = { readonly count: number; readonly caseIds: readonly string[] }

export type UnevaluatedCases = NamedCases & {
  readonly why: readonly { readonly reason: WhyUnevaluated; readonly count: number }[]
}

/** A paired test and its result; differences are second minus first. */
export type PairedComparison = {
  /** Such as `McNemar`. */
  readonly name: string
  readonly p: number
  readonly difference: Estimate
  /** True when the cases suffice to detect a relevant difference. */
  readonly enough: boolean
  readonly casesNeeded?: number
}

/**
 * The test of a comparison. `adjustedP` is by Holm's method, when several runs are compared with one baseline.
 * `withLost` is the test in which what only the baseline could evaluate counts as failed; absent where that is nothing.
 */
type ComparisonTest = PairedComparison & {
  readonly adjustedP?: number
  readonly withLost?: Pick<PairedComparison, 'p' | 'difference'>
}

/** A metric over the cases that both runs scored. `adjustedP` is by Holm's method over all metrics. */
export type MetricComparison = {
  readonly metric: string
  readonly n: number
  readonly first: number
  readonly second: number
  readonly name: string
  readonly p: number
  readonly adjustedP: number
  readonly difference: Estimate
  readonly lowerIsBetter?: boolean
}

/** The mean of a quantity, such as tokens, over the cases where both runs know it. */
export type QuantityComparison = {
  readonly quantity:
    | 'input-tokens'
    | 'output-tokens'
    | 'tool-calls'
    | 'agent-seconds'
    | 'agent-dollars'
    | 'judge-dollars'
  readonly n: number
  readonly first: number
  readonly second: number
  /** Has no interval when all cases differ by the same amount. */
  readonly difference: Estimate
}

/**
 * The second run compared with the first; counts are of cases. It compares cases of equal content that both runs
 * evaluated: an agent's error counts as not passed, and a missing verdict of a judge is no loss.
 */
export type RunComparison = {
  readonly first: ComparedRun
  readonly second: ComparedRun
  readonly settings: readonly SettingDifference[]
  readonly cases: readonly ComparedCase[]
  readonly better: number
  readonly worse: number
  readonly same: number
  /** Unchanged cases in which scores moved, by direction. */
  readonly moved: { readonly better: number; readonly worse: number; readonly other: number }
  readonly changed: NamedCases
  readonly onlyInOne: number
  readonly onlyIn: { readonly first: NamedCases; readonly second: NamedCases }
  readonly unevaluated: {
    readonly first: UnevaluatedCases
    readonly second: UnevaluatedCases
    readonly both: number
  }
  /** Absent when no case was evaluated in both. */
  readonly test?: ComparisonTest
  /** The test of whether one run evaluated fewer of the same cases; absent when they share none. */
  readonly evaluation?: Pick<PairedComparison, 'name' | 'p' | 'difference'> & { readonly less: boolean }
  readonly metrics: readonly MetricComparison[]
  readonly quantities: readonly QuantityComparison[]
  /** The difference corrected by people's labels; absent when too few results of both runs have one. */
  readonly corrected?: CorrectedComparison
}
