/** A section of a runbook as a search found it. */
export type RunbookPassage = {
  /** The file's path within the folder and a number: `malware.md#3`. */
  readonly id: string
  readonly text: string
  /** Path within the folder, parts divided by `/`. */
  readonly file: string
  /** What it stands under, the highest heading first, joined by ` > `; empty before the first one. */
  readonly heading: string
  /** The same, one by one. */
  readonly headings: readonly string[]
  /** First and last, from 1. */
  readonly pages: readonly [first: number, last: number]
  /** Of the file; ISO 8601. */
  readonly updatedAt: string
  /**
   * How much of what was asked the passage has: what each word of the question gets on average, and with embeddings the cosine, by
   * the weights of both. 0–1, and not from a rank.
   */
  readonly relevance: number
  /** What the passages are ordered by, 0–1, the best of the search at 1 if every way of searching agrees. */
  readonly score: number
}

/** How much words and meaning count in the order; what they add up to does not matter. */
export type SearchWeights = { readonly keywords: number; readonly vectors: number }

export type RunbookSearchOptions = {
  /** Most passages; 4 unless told. */
  readonly top?: number
  /** The same unless told. Without embeddings words count alone. */
  readonly weights?: SearchWeights
  readonly signal?: AbortSignal
}

export type RunbookSearch = (question: string, options?: RunbookSearchOptions) => Promise<readonly RunbookPassage[]>
