import { type CaseResult, type Review, responseTextOf } from '../../core/index.ts'
import { withRecordedSources } from './review-sources.ts'
import { readReview, reviewWarningsIn } from '../../text/index.ts'
import { type ReviewResultInput, toReviewResult } from './formats/review-result.ts'

export function reviewResult(about: Omit<ReviewResultInput, 'results'>, results: readonly CaseResult[]): object {
  return toReviewResult({
    ...about,
    results: results.map((result) => ({
      result,
      review: reviewOf(result),
      declined: declinedIn(answerOf(result)),
      warnings: reviewWarningsIn(answerOf(result)),
    })),
  })
}

function answerOf({ transcript }: CaseResult): string {
  const last = transcript.invocations.at(-1)
  return (last && responseTextOf(last)) ?? ''
}

export function declinedIn(answer: string) {
  const read = readReview(answer)
  return read.status === 'declined' ? read : undefined
}

function reviewOf({ transcript }: CaseResult): Review | undefined {
  const last = transcript.invocations.at(-1)
  const review = last === undefined ? undefined : reviewIn(responseTextOf(last) ?? '')
  return review === undefined || last === undefined ? undefined : withRecordedSources(review, last)
}

/** Returns the citations and boxes of an agent's answer, with or without a verdict. */
export function citedIn(answer: string): Pick<Review, 'citations' | 'boundingBoxes'> | undefined {
  const read = readReview(answer)
  return read.status === 'invalid-output' ? undefined : read.review
}

export function reviewIn(answer: string): Review | undefined {
  const read = readReview(answer)
  return read.status === 'read' ? read.review : undefined
}
