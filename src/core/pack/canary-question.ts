import type { Question } from '../judge.ts'

/** A question with a known bad answer, and a function that tells whether a judge's verdict lets it pass. */
export type CanaryQuestion = {
  readonly question: Question<unknown>
  readonly passes: (value: unknown) => boolean
}

/** The form in which known bad answers are put to judges; it matches the metrics of the run. */
export type CanaryForm = { readonly adkCompat?: boolean }
