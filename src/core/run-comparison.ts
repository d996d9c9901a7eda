import type { Verdict } from './case-result.ts'
import type { Estimate } from './estimate.ts'

export type ComparedRun = { readonly runId: string; readonly passRate: Estimate | null }

/**
 * One case in both runs. A verdict is undefined, and a value null, where the run does not have it. Of a repeated case the
 * verdict is the worst and the value the mean.
 */
export type ComparedCase = {
  readonly caseId: string
  readonly first: Verdict | undefined
  readonly second: Verdict | undefined
  /** Where the case stands in each run, to look at both. */
  readonly positions: { readonly first?: number; readonly second?: number }
  readonly values: readonly { readonly metric: string; readonly first: number | null; readonly second: number | null }[]
}

/** The second run against the first; counts are of cases. */
export type RunComparison = {
  readonly first: ComparedRun
  readonly second: ComparedRun
  readonly cases: readonly ComparedCase[]
  readonly better: number
  readonly worse: number
  readonly same: number
  readonly onlyInOne: number
  /** Absent where the runs share no case. */
  readonly test?: {
    /** Such as `McNemar`. */
    readonly name: string
    readonly p: number
    /** Second minus first. */
    readonly difference: Estimate
    /** Whether so many cases could have shown a difference that matters. */
    readonly enough: boolean
    readonly casesNeeded?: number
  }
}
