import type { EvalCase, Message, Review, ReviewCase, Score, Transcript } from '../core/index.ts'
import { message, responseTextOf, withRecordedSources } from '../core/index.ts'
import { readReview } from '../text/index.ts'

type NotEvaluated = Extract<Score, { status: 'not-evaluated' }>

/** A review beside what was asked. */
export type ReviewedCase = { readonly status: 'reviewed'; readonly task: ReviewCase; readonly review: Review }

/** What the agent answered in the last exchange, read as a review; the score of the metric where there is none to look at. */
export function reviewedCase(
  metric: string,
  { review: task }: EvalCase,
  { invocations }: Transcript,
): ReviewedCase | NotEvaluated {
  const notEvaluated = (reason: Message): NotEvaluated => ({ status: 'not-evaluated', metric, reason })
  if (task === undefined) return { ...notEvaluated(message('The case is no document review')), informational: true }
  const last = invocations.at(-1)
  const answer = last === undefined ? undefined : responseTextOf(last)
  if (last === undefined || answer === undefined || answer.trim() === '') {
    return notEvaluated(message('The agent gave no answer'))
  }
  const read = readReview(answer)
  if (read.status === 'read') return { status: 'reviewed', task, review: withRecordedSources(read.review, last) }
  return notEvaluated(read.reason)
}
