import type { Message } from '../../core/index.ts'
import type { EmbeddingModel } from '../../models/index.ts'

/** A section of a runbook, or a part of a long one, as a search found it. */
export type RunbookPassage = {
  /** The file's path within the folder and a number: `malware.md#3`. */
  readonly id: string
  readonly text: string
  /** Path within the folder, parts divided by `/`. */
  readonly file: string
  /** What it stands under, the highest heading first, joined by ` > `; empty before the first one. */
  readonly heading: string
  /** First and last, from 1. */
  readonly pages: readonly [first: number, last: number]
  /** Of the file; ISO 8601. */
  readonly updatedAt: string
  /** How much the passage has of what was asked, 0–1: it means the same in every search, and does not come from a rank. */
  readonly relevance: number
  /** What the passages are ordered by, 0–1, the best of the search at 1 if every way of searching agrees. */
  readonly score: number
}

/** How much words and meaning count in the order; what they add up to does not matter. */
export type SearchWeights = { readonly keywords: number; readonly vectors: number }

export type RunbookSearchOptions = {
  /** Most passages; 4 unless told. */
  readonly top?: number
  /** 0.6 to 0.4 unless told. Without embeddings words count alone. */
  readonly weights?: SearchWeights
  readonly signal?: AbortSignal
}

export type RunbookIndex = {
  readonly files: number
  readonly sections: number
  /** The model whose embeddings are searched beside the words; undefined where words count alone. */
  readonly embeddedBy: string | undefined
  /** Files that are not in it, and what was wrong with files that are. */
  readonly problems: readonly RunbookProblem[]
  /** When it was last built; ISO 8601. */
  readonly builtAt: string
  search(question: string, options?: RunbookSearchOptions): Promise<readonly RunbookPassage[]>
  close(): void
}

export type RunbookProblem = { readonly file: string; readonly problem: Message; readonly hint?: Message }

export type RunbookIndexOptions = {
  /** The folder that the index is kept in, which is its alone. */
  readonly at: string
  /** Adds search by meaning, where the index was built with the same model. */
  readonly embedding?: EmbeddingModel
}

export type BuildRunbookIndexOptions = RunbookIndexOptions & {
  readonly now: () => Date
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { readonly done: number; readonly of: number; readonly file: string }) => void
}

/**
 * Builds the index of a folder of runbooks, or brings it up to date: only files that changed are read.
 *
 * @throws {EvalError} `usage` when there is no such folder
 */
export declare function buildRunbookIndex(folder: string, options: BuildRunbookIndexOptions): Promise<RunbookIndex>

/** @throws {EvalError} `usage` when it was not built yet, or by a version with another format */
export declare function openRunbookIndex(folder: string, options: RunbookIndexOptions): Promise<RunbookIndex>
