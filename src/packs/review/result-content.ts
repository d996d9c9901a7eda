import { type CaseResult, type Review, responseTextOf } from '../../core/index.ts'
import { withRecordedSources } from './review-sources.ts'
import { readReview, reviewWarningsIn } from '../../text/index.ts'
import { type ReviewResultInput, toReviewResult } from './formats/review-result.ts'

export function reviewResult(about: Omit<ReviewResultInput, 'results'>, results: readonly CaseResult[]): object {
  return toReviewResult({
    ...about,
    results: results.map((result) => {
      const last = result.transcript.invocations.at(-1)
      const answer = (last && responseTextOf(last)) ?? ''
      const read = readReview(answer)
      return {
        result,
        review: last && read.status === 'read' ? withRecordedSources(read.review, last) : undefined,
        declined: read.status === 'declined' ? read : undefined,
        warnings: reviewWarningsIn(answer),
      }
    }),
  })
}

/** Returns the citations and boxes of an agent's answer, with or without a verdict. */
export function citedIn(answer: string): Pick<Review, 'citations' | 'boundingBoxes'> | undefined {
  const read = readReview(answer)
  return read.status === 'invalid-output' ? undefined : read.review
}
