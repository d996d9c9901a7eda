import type { Message, Review, ReviewSource, ReviewTask, Usage } from '../../../core/index.ts'
import type { Document } from '../../../documents/index.ts'

export type ReviewRequest = { readonly task: ReviewTask; readonly documents: readonly Document[] }

/** `answer` is exactly what the reviewer wrote, because that is what the metrics evaluate. */
type ReviewAnswer = {
  readonly answer: string
  readonly sources: readonly ReviewSource[]
  readonly usage?: Usage
  /** Cost of the model in US dollars; absent when its price is unknown. */
  readonly dollars?: number
  readonly modelCalls: number
  readonly warnings: readonly Message[]
}

export interface Reviewer {
  readonly id: string
  /** Whether the reviewer can look at images and at pictures of pages without text. */
  readonly sees: boolean
  /** @throws {EvalError} `agent` when the reviewer cannot be reached or fails */
  review(request: ReviewRequest, signal: AbortSignal): Promise<ReviewAnswer>
}

export type WrittenReview = Omit<Review, 'sources' | 'meta'>
