import { type CaseResult, type Review, responseTextOf } from '../../core/index.ts'
import { withRecordedSources } from './review-sources.ts'
import { readReview, reviewWarningsIn } from '../../text/index.ts'
import { type ReviewResultInput, toReviewResult } from './formats/review-result.ts'

/** The content of the result file of a run over reviews. */
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

/** Why an agent gave no review, where it said so. */
export function declinedIn(answer: string) {
  const read = readReview(answer)
  return read.status === 'declined' ? read : undefined
}

function reviewOf({ transcript }: CaseResult): Review | undefined {
  const last = transcript.invocations.at(-1)
  const review = last === undefined ? undefined : reviewIn(responseTextOf(last) ?? '')
  return review === undefined || last === undefined ? undefined : withRecordedSources(review, last)
}

/** What an agent's answer cites and points at, with a verdict or without. */
export function citedIn(answer: string): Pick<Review, 'citations' | 'boundingBoxes'> | undefined {
  const read = readReview(answer)
  return read.status === 'invalid-output' ? undefined : read.review
}

/** The review in an agent's answer, if there is one. */
export function reviewIn(answer: string): Review | undefined {
  const read = readReview(answer)
  return read.status === 'read' ? read.review : undefined
}
