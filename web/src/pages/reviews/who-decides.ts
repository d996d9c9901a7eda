import type { DocumentReview, Override } from '../../../../src/packs/review/document-review.ts'
import { reasonToLook } from '../../../../src/packs/review/reason-to-look.ts'

/** Who has the last word on a review, and where a person still has to look, why. */
export type Decider =
  | { readonly by: 'decided' }
  | { readonly by: 'agent' }
  | { readonly by: 'person'; readonly why: keyof typeof reasonsToLook }

export function whoDecides({ review, quotes, override }: DocumentReview, line: number): Decider {
  if (override !== undefined) return { by: 'decided' }
  const why = reasonToLook({ ...review, quotes: quotes.map(({ status }) => status) }, line)
  return why === undefined ? { by: 'agent' } : { by: 'person', why }
}

/** Why a person has to look. */
export const reasonsToLook = {
  undecided: 'The reviewer gave no verdict',
  below: 'Its confidence is below the line',
  unstated: 'It states no confidence',
  misquoted: 'A quote does not stand in the document',
  unquoted: 'It passes without a quote',
} as const

/** Verdicts in words. */
export const reviewVerdicts = { pass: 'pass', fail: 'fail' } as const

const badges = { pass: 'passed', fail: 'failed', not_evaluated: 'not-evaluated' } as const

export function reviewBadge(result: DocumentReview['review']['result']): (typeof badges)[keyof typeof badges] {
  return badges[result]
}

/** The person's decision; where the agent gave no verdict, theirs is the first. */
export function decisionOn({ result }: DocumentReview['review'], { verdict }: Override) {
  if (result === 'not_evaluated') return 'Decided by a person'
  return verdict === result ? 'Confirmed' : 'Overridden'
}
