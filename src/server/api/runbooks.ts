import { z } from 'zod'
import { Message, Citation } from '../../core/index.ts'
import { Id, ShortText, Text } from './basics.ts'
import { RunDetail } from './runs.ts'

const RunbookProblems = z.array(z.object({ file: z.string(), problem: Message }))

export const RunbookReadiness = z.object({
  ready: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['indexed', 'changed', 'new', 'gone']),
      sections: z.number(),
      updatedAt: z.string().optional(),
    }),
  ),
  sections: z.number(),
  builtAt: z.string().optional(),
  /** The number of files whose present content is not in the index. */
  outdated: z.number(),
  problems: RunbookProblems,
  /** The separate indexes: one for each language that has a folder of its own, else one without a name. */
  places: z.array(
    z.object({
      name: z.string(),
      builtAt: z.string().optional(),
      files: z.number(),
      sections: z.number(),
      outdated: z.number(),
    }),
  ),
  /** The search settings that hold unless a question brings its own. */
  search: z.object({ top: z.number(), weights: z.object({ keywords: z.number(), vectors: z.number() }) }),
  /** The model whose embeddings complement the search by words; without one only words are searched. */
  embedding: z.string().optional(),
  /** The model that writes answers; without one an answer is quoted from the runbooks. */
  model: z.string().optional(),
})
export type RunbookReadiness = z.infer<typeof RunbookReadiness>

/** The datasets that the assistant can be evaluated with: the project's own first, then the examples that ship. */
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
  conversation: Id,
  /** No more than the assistant remembers, so that none is left out unsaid. */
  earlier: z.array(z.object({ question: ShortText, answer: Text })).max(5),
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
  /** The kind of a dangerous command and where it stands; absent where there is none. */
  dangerous: z.object({ kind: z.string(), in: z.enum(['question', 'answer']) }).optional(),
  /** The model that wrote the answer; absent where it is quoted from the runbooks. */
  model: z.string().optional(),
  /** The number of citations that pointed to no passage and were removed. */
  removedCitations: z.number(),
  tokens: z.number().optional(),
  /** US dollars; absent when unknown. */
  dollars: z.number().optional(),
  durationMs: z.number(),
  warnings: z.array(Message),
})
export type RunbookReply = z.infer<typeof RunbookReply>

/** A run over questions about runbooks, question by question; its summary has the totals. */
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
      /** Null without a score. */
      passed: z.boolean().nullable(),
      /** 0–100; null without a score. */
      average: z.number().nullable(),
      aspects: z.array(
        z.object({ id: z.string(), name: z.string(), value: z.number().nullable(), reason: z.string() }),
      ),
      comment: z.string(),
      trouble: Message.optional(),
    }),
  ),
})
export type RunbookEvaluation = z.infer<typeof RunbookEvaluation>
