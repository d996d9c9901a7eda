import type { DocumentReview } from '../../../../src/packs/review/document-review.ts'

/** Who has the last word on a review, and where that is a person who has not looked yet, why. */
export type Decider =
  | { readonly by: 'decided' }
  | { readonly by: 'agent' }
  | { readonly by: 'person'; readonly why: 'below' | 'unstated' | 'misquoted' }

/** The agent decides alone from a confidence on, unless it says none or quotes what is not there. */
export function whoDecides({ review, quotes, override }: DocumentReview, line: number): Decider {
  if (override !== undefined) return { by: 'decided' }
  if (review.confidence === undefined) return { by: 'person', why: 'unstated' }
  if (review.confidence < line) return { by: 'person', why: 'below' }
  if (quotes.some(({ status }) => status === 'not-found')) return { by: 'person', why: 'misquoted' }
  return { by: 'agent' }
}
