import type { Message, Review, ReviewSource, ReviewTask, Usage } from '../../../core/index.ts'
import type { Document } from '../../../documents/index.ts'

/** What a reviewer is handed: one check, and the documents that it is about. */
export type ReviewRequest = { readonly task: ReviewTask; readonly documents: readonly Document[] }

/** What came of it. `answer` is what the reviewer wrote, word by word: whoever evaluates it reads that, and nothing nicer. */
type ReviewAnswer = {
  readonly answer: string
  /** Uses of tools, in order. */
  readonly sources: readonly ReviewSource[]
  readonly usage?: Usage
  /** What the model cost, in US dollars; absent when nobody knows. */
  readonly dollars?: number
  readonly modelCalls: number
  readonly warnings: readonly Message[]
}

/** Holds documents against a check: a language model with tools, or rules that compare. */
export interface Reviewer {
  readonly id: string
  /** Whether it looks at images, and at pictures of pages that have no text. */
  readonly sees: boolean
  /** @throws {EvalError} `agent` when it cannot be reached or breaks */
  review(request: ReviewRequest, signal: AbortSignal): Promise<ReviewAnswer>
}

export type WrittenReview = Omit<Review, 'sources' | 'meta'>
