import { z } from 'zod'
import { Message, Citation } from '../../core/index.ts'
import { Id, ShortText, Text } from './basics.ts'
import { RunDetail } from './runs.ts'

/** Files that could not be read, or only in part. */
const RunbookProblems = z.array(z.object({ file: z.string(), problem: Message }))

/** What the assistant has to answer from. */
export const RunbookReadiness = z.object({
  /** False where there is nothing to search yet. */
  ready: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['indexed', 'changed', 'new', 'gone']),
      /** In the index. */
      sections: z.number(),
      updatedAt: z.string().optional(),
    }),
  ),
  sections: z.number(),
  builtAt: z.string().optional(),
  /** Files that are not in the index as they are. */
  outdated: z.number(),
  problems: RunbookProblems,
  /** The indexes of which this is the sum: one for each language that has a folder of its own, else one without a name. */
  places: z.array(
    z.object({
      name: z.string(),
      builtAt: z.string().optional(),
      files: z.number(),
      sections: z.number(),
      outdated: z.number(),
    }),
  ),
  /** How it is searched when nobody says otherwise. */
  search: z.object({ top: z.number(), weights: z.object({ keywords: z.number(), vectors: z.number() }) }),
  /** The model whose embeddings are searched beside the words; without one words count alone. */
  embedding: z.string().optional(),
  /** The model that writes; without one answers are the runbooks' own words. */
  model: z.string().optional(),
})
export type RunbookReadiness = z.infer<typeof RunbookReadiness>

/** The questions that the assistant can be evaluated with: those of the project, then the examples that ship. */
export const RunbookQuestions = z.object({
  datasets: z.array(z.object({ id: Id, name: z.string(), questions: z.number(), shipped: z.boolean() })),
  problems: RunbookProblems,
})
export type RunbookQuestions = z.infer<typeof RunbookQuestions>

export const RunbookBuild = z.object({
  progress: z.object({ step: z.enum(['reading', 'embedding']), done: z.number(), of: z.number() }).optional(),
})
export type RunbookBuild = z.infer<typeof RunbookBuild>

const Weight = z.number().min(0).max(1)

export const RunbookQuestion = z.object({
  question: ShortText.trim().min(1),
  /** The same for all questions of one conversation. */
  conversation: Id,
  earlier: z.array(z.object({ question: ShortText, answer: Text })).max(50),
  top: z.number().int().min(1).max(20).optional(),
  weights: z
    .strictObject({ keywords: Weight, vectors: Weight })
    .refine(({ keywords, vectors }) => keywords + vectors > 0, 'not both 0')
    .optional(),
})
export type RunbookQuestion = z.infer<typeof RunbookQuestion>

export const RunbookReply = z.object({
  answer: z.string(),
  citations: z.array(Citation),
  flags: z.object({
    insufficient_evidence: z.boolean(),
    ambiguous_query: z.boolean(),
    dangerous_operation: z.boolean(),
  }),
  /** Where the danger is, if there is one. */
  dangerous: z.object({ kind: z.string(), in: z.enum(['question', 'answer']) }).optional(),
  /** Who wrote it; absent where it is the runbooks' own words. */
  model: z.string().optional(),
  /** Marks of a model that pointed to no passage, and were taken out. */
  removedCitations: z.number(),
  tokens: z.number().optional(),
  /** US dollars; absent when nobody knows. */
  dollars: z.number().optional(),
  durationMs: z.number(),
  warnings: z.array(Message),
})
export type RunbookReply = z.infer<typeof RunbookReply>

/** A run over questions about runbooks, question by question; what they are worth together stands in its summary. */
export const RunbookEvaluation = z.object({
  detail: RunDetail,
  questions: z.array(
    z.object({
      position: z.number(),
      repeat: z.number(),
      caseId: z.string(),
      question: z.string(),
      category: z.string(),
      outcome: z.enum(['judged', 'judge_error', 'agent_error', 'not_evaluated']),
      /** Null without a score: it neither passed nor failed. */
      passed: z.boolean().nullable(),
      /** 0–100, as the requirement shows it; null without a score. */
      average: z.number().nullable(),
      aspects: z.array(
        z.object({ id: z.string(), name: z.string(), value: z.number().nullable(), reason: z.string() }),
      ),
      comment: z.string(),
      /** Why there is no score. */
      trouble: Message.optional(),
    }),
  ),
})
export type RunbookEvaluation = z.infer<typeof RunbookEvaluation>
