import {
  type EvalCase,
  type Message,
  type Review,
  type ReviewCase,
  type ReviewTask,
  type Score,
  type Transcript,
  message,
  responseTextOf,
} from '../../../core/index.ts'
import { withRecordedSources } from '../review-sources.ts'
import { readReview } from '../../../text/index.ts'

type NoReview = Extract<Score, { status: 'not-evaluated' | 'error' }>

/** A review beside what was asked. */
export type ReviewedCase = { readonly status: 'reviewed'; readonly task: ReviewCase; readonly review: Review }

/**
 * What the agent answered in the last exchange, read as a review; the score of the metric where there is none to look at.
 * A reviewer whose answer cannot be read is at fault itself; one that says that it cannot tell is not evaluated.
 */
export function reviewedCase(
  metric: string,
  { review: task }: EvalCase,
  { invocations }: Transcript,
): ReviewedCase | NoReview {
  if (task === undefined) {
    return { status: 'not-evaluated', metric, reason: message('The case is no document review'), informational: true }
  }
  const unreadable = (reason: Message): NoReview => ({ status: 'error', metric, blame: 'agent', reason })
  const last = invocations.at(-1)
  const answer = last === undefined ? undefined : responseTextOf(last)
  if (last === undefined || answer === undefined || answer.trim() === '') {
    return unreadable(message('The agent gave no answer'))
  }
  const read = readReview(answer, { images: imagesIn(task) })
  if (read.status === 'read') return { status: 'reviewed', task, review: withRecordedSources(read.review, last) }
  if (read.status === 'declined') {
    // Once is enough: the same words under each metric would be all that a report shows.
    const reason = metric === 'verdict_match' ? read.reason : message('The reviewer gave no verdict')
    return { status: 'not-evaluated', metric, reason, declined: true }
  }
  return unreadable(read.reason)
}

/** How many images a reviewer is shown; undefined where other documents may have some in them. */
export function imagesIn({ documents }: Pick<ReviewTask, 'documents'>): number | undefined {
  return documents.every((name) => /\.(?:png|jpe?g|gif|webp|bmp|tiff?)$/i.test(name)) ? documents.length : undefined
}
