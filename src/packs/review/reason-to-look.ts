import type { DocumentReview } from './document-review.ts'

type ReviewToLookAt = {
  readonly result: DocumentReview['review']['result']
  readonly confidence?: number | undefined
  /** How each quote was found. */
  readonly quotes: readonly DocumentReview['quotes'][number]['status'][]
}

/** Why a person has to look at a review. Undefined from a confidence on, where every quote was found and a pass has one. */
export function reasonToLook({ result, confidence, quotes }: ReviewToLookAt, line: number) {
  if (result === 'not_evaluated') return 'undecided'
  if (confidence === undefined) return 'unstated'
  if (confidence < line) return 'below'
  if (quotes.includes('not-found')) return 'misquoted'
  return result === 'pass' && quotes.length === 0 ? 'unquoted' : undefined
}
