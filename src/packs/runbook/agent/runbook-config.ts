import { z } from 'zod'

export type RunbookSettings = {
  /** Folder of runbooks, with or without a subfolder per language. Default: `runbooks` beside the dataset. */
  readonly folder?: string | undefined
  /** Number of passages that an answer is made from (default 4). */
  readonly top?: number | undefined
  /** Weights in the search (default: equal). Without an embedding model only keywords count. */
  readonly weights?: { readonly keywords: number; readonly vectors: number } | undefined
  /** Share of a question, 0–1, that the runbooks must cover. Default: learned from labelled questions, else none. */
  readonly leastRelevance?: number | undefined
  /** The embedding model, or `none` to search words alone. Default: the model of the existing index. */
  readonly embedding?: string | undefined
  /** Folder of the audit log of evaluations. Without it only `shinsa runbook ask` writes one. */
  readonly auditLog?: string | undefined
}

export const runbookShape = {
  folder: z.string().optional(),
  top: z.int().min(1).max(20).optional(),
  weights: z.strictObject({ keywords: z.number().min(0), vectors: z.number().min(0) }).optional(),
  leastRelevance: z.number().min(0).max(1).optional(),
  embedding: z.string().optional(),
  auditLog: z.string().optional(),
}
