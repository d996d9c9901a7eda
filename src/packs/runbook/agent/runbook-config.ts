import { z } from 'zod'

export type RunbookSettings = Readonly<z.infer<z.ZodObject<typeof runbookShape>>>

export const runbookShape = {
  /** Folder of runbooks, with or without a subfolder per language. Default: `runbooks` beside the dataset. */
  folder: z.string().optional(),
  /** Number of passages that an answer is made from (default 4). */
  top: z.int().min(1).max(20).optional(),
  /** Weights in the search (default: equal). Without an embedding model only keywords count. */
  weights: z
    .strictObject({ keywords: z.number().min(0), vectors: z.number().min(0) })
    .readonly()
    .optional(),
  /** Share of a question, 0–1, that the runbooks must cover. Default: learned from labelled questions, else none. */
  leastRelevance: z.number().min(0).max(1).optional(),
  /** The embedding model, or `none` to search words alone. Default: the model of the existing index. */
  embedding: z.string().optional(),
  /** Folder of the audit log of evaluations. Without it only `shinsa runbook ask` writes one. */
  auditLog: z.string().optional(),
}
