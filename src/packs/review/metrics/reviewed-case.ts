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

export type ReviewedCase = { readonly status: 'reviewed'; readonly task: ReviewCase; readonly review: Review }

/**
 * Reads the agent's last answer as a review, or returns the metric's score where there is none. An unreadable answer is
 * the reviewer's error; a review that declines a verdict is not evaluated.
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
    // Only one metric shows the reviewer's reason; under each metric it would fill the report.
    const reason = metric === 'verdict_match' ? read.reason : message('The reviewer gave no verdict')
    return { status: 'not-evaluated', metric, reason, declined: true }
  }
  return unreadable(read.reason)
}

/** Counts the images that a reviewer sees; undefined where a document of another type may contain images. */
export function imagesIn({ documents }: Pick<ReviewTask, 'documents'>): number | undefined {
  return documents.every((name) => /\.(?:png|jpe?g|gif|webp|bmp|tiff?)$/i.test(name)) ? documents.length : undefined
}
