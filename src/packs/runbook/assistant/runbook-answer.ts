import type { Citation, Usage } from '../../../core/index.ts'
import type { DangerousOperation } from './wanted-operation.ts'
import type { RunbookPassage } from './section-search.ts'

/** What was asked and answered before, in the same conversation. */
export type RunbookExchange = { readonly question: string; readonly answer: string }

/** An answer with everything that is known about it. */
export type RunbookAnswer = {
  readonly answer: string
  /** The passages that it was made from; the first is [1]. */
  readonly citations: readonly Citation[]
  /** Any of them may hold beside the others. */
  readonly flags: Readonly<Record<'insufficient_evidence' | 'ambiguous_query' | 'dangerous_operation', boolean>>
  /** Where it is dangerous: what is asked for, or what the answer tells to do. */
  readonly dangerous: (DangerousOperation & { readonly in: 'question' | 'answer' }) | undefined
  /** Of the best passage; 0 where there was none, absent where none was looked for. */
  readonly topScore: number | undefined
  /** Marks in the model's answer that pointed to no passage, and were taken out. */
  readonly removedCitations: number
  readonly model: string | undefined
  readonly usage: Usage | undefined
  readonly modelCalls: number
  /** US dollars; undefined when nobody knows the price. */
  readonly cost: number | undefined
  readonly seconds: number
}

/** The steps of an answer, as somebody wrote or extracted them. */
export type WrittenAnswer = Pick<RunbookAnswer, 'removedCitations' | 'usage' | 'modelCalls'> & {
  readonly text: string
  /** The passages that its marks count. */
  readonly passages: readonly RunbookPassage[]
}

export function toCitation({ id, text, relevance, file, heading, pages, updatedAt }: RunbookPassage): Citation {
  return { id, text, score: relevance, file, heading, pages: [...pages], updatedAt }
}
