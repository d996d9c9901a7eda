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
 * One case in both runs. A verdict is undefined, and a value null, where the run does not have it. Of a repeated case the
 * verdict is the worst and the value the mean.
 */
export type ComparedCase = {
  readonly caseId: string
  readonly first?: Verdict | undefined
  readonly second?: Verdict | undefined
  /** Where the case stands in each run, to look at both. */
  readonly positions: { readonly first?: number; readonly second?: number }
  readonly values: readonly { readonly metric: string; readonly first: number | null; readonly second: number | null }[]
  /** Whether more or fewer of its repeats passed, where both runs evaluated it. */
  readonly change?: 'better' | 'worse'
  /**
   * Where a metric moved in a case that both runs have, whatever its verdict; `other` where metrics moved in both directions,
   * or one was scored in one run only.
   */
  readonly moved?: 'better' | 'worse' | 'other'
  /** The datasets have different content under this name: it is compared with nothing. */
  readonly changed?: boolean
}

/** What the runs were told differently; `metric` where it is about one. What is absent is an empty text. */
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

/** Why a case has no verdict: whose error it was, that nothing broke, or that the run never got there. */
export type WhyUnevaluated = 'judge' | 'metric' | 'dataset' | 'user' | 'environment' | 'abstained' | 'not-run'

/** Cases by name, the first of them. */
export type NamedCases = { readonly count: number; readonly caseIds: readonly string[] }

/** Cases that one run did not evaluate and the other did. */
export type UnevaluatedCases = NamedCases & {
  readonly why: readonly { readonly reason: WhyUnevaluated; readonly count: number }[]
}

/** A paired test, and what it found; differences are second minus first. */
export type PairedComparison = {
  /** Such as `McNemar`. */
  readonly name: string
  readonly p: number
  readonly difference: Estimate
  /** Whether so many cases could have shown a difference that matters. */
  readonly enough: boolean
  readonly casesNeeded?: number
}

/** The test of a comparison. `adjustedP` is Holm's, where several runs are held against one baseline. */
type ComparisonTest = PairedComparison & { readonly adjustedP?: number }

/** A metric over the cases that it scored in both runs. `adjustedP` is Holm's over all metrics. */
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

/** What a case took on average, over the cases of which both runs know. */
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
  /** Without an interval where all cases differ by the same. */
  readonly difference: Estimate
}

/**
 * The second run against the first; counts are of cases. Compared are the cases of the same content that both evaluated:
 * an error of an agent counts as not passed, and what a judge was silent on is no loss.
 */
export type RunComparison = {
  readonly first: ComparedRun
  readonly second: ComparedRun
  readonly settings: readonly SettingDifference[]
  readonly cases: readonly ComparedCase[]
  readonly better: number
  readonly worse: number
  readonly same: number
  /** Of those that are the same, in how many scores moved. */
  readonly moved: { readonly better: number; readonly worse: number; readonly other: number }
  /** Cases of the same name and another content. */
  readonly changed: NamedCases
  readonly onlyInOne: number
  readonly onlyIn: { readonly first: NamedCases; readonly second: NamedCases }
  readonly unevaluated: {
    readonly first: UnevaluatedCases
    readonly second: UnevaluatedCases
    readonly both: number
  }
  /** Absent where no case was evaluated in both. */
  readonly test?: ComparisonTest
  /** Whether one of the runs evaluated less of the same cases; absent where they share none. */
  readonly evaluation?: Pick<PairedComparison, 'name' | 'p' | 'difference'> & { readonly less: boolean }
  readonly metrics: readonly MetricComparison[]
  readonly quantities: readonly QuantityComparison[]
  /** What people's labels make of the difference; absent where they did not label enough results of both runs. */
  readonly corrected?: CorrectedComparison
}
