import type { Question } from '../judge.ts'

/** A question whose answer is known to be bad, and whether a judge's verdict on it lets it pass. */
export type CanaryQuestion = {
  readonly question: Question<unknown>
  readonly passes: (value: unknown) => boolean
}

/** How known-bad answers are to be asked about: as the metrics of the run ask, in ADK's form of reply too. */
export type CanaryForm = { readonly adkCompat?: boolean }
