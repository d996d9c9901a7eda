import { z } from 'zod'

export type RunbookSettings = {
  /** The folder of runbooks, with one folder for each language (`ja`, `en`) or none (`runbooks` beside the dataset, or here). */
  readonly folder?: string | undefined
  /** From how many passages an answer is made (4). */
  readonly top?: number | undefined
  /** How much words and meaning count in the search (the same); without an embedding model words count alone. */
  readonly weights?: { readonly keywords: number; readonly vectors: number } | undefined
  /** How much of a question the runbooks must have to be an answer, 0–1; what their labelled questions tell, or nothing. */
  readonly leastRelevance?: number | undefined
  /** The model whose embeddings are searched beside the words; what the index has unless told, and `none` for words alone. */
  readonly embedding?: string | undefined
  /** A folder for the audit log of evaluations; without it only `shinsa runbook ask` keeps one. */
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
