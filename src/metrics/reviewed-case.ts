import type { EvalCase, Message, Review, ReviewCase, Transcript } from '../core/index.ts'
import { message, responseTextOf, withRecordedSources } from '../core/index.ts'
import { readReview } from '../text/index.ts'

/** A review beside what was asked, or why there is none to look at. `informational` says that the case asks for none. */
export type ReviewedCase =
  | { readonly status: 'reviewed'; readonly task: ReviewCase; readonly review: Review }
  | { readonly status: 'no-review'; readonly reason: Message; readonly informational: boolean }

/** What the agent answered in the last exchange, read as a review. */
export function reviewedCase({ review: task }: EvalCase, { invocations }: Transcript): ReviewedCase {
  if (task === undefined) {
    return { status: 'no-review', reason: message('The case is no document review'), informational: true }
  }
  const last = invocations.at(-1)
  const answer = last === undefined ? undefined : responseTextOf(last)
  if (last === undefined || answer === undefined || answer.trim() === '') {
    return { status: 'no-review', reason: message('The agent gave no answer'), informational: false }
  }
  const read = readReview(answer)
  if (read.status === 'read') return { status: 'reviewed', task, review: withRecordedSources(read.review, last) }
  return { status: 'no-review', reason: read.reason, informational: false }
}
