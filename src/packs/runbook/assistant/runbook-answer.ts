import type { Citation, Usage } from '../../../core/index.ts'
import type { DangerousOperation } from './wanted-operation.ts'
import type { RunbookPassage } from './section-search.ts'

/** A previous question and answer of the conversation. */
export type RunbookExchange = { readonly question: string; readonly answer: string }

export type RunbookAnswer = {
  readonly answer: string
  /** The passages it was made from; [1] is the first. */
  readonly citations: readonly Citation[]
  /** Several flags may be set. */
  readonly flags: Readonly<Record<'insufficient_evidence' | 'ambiguous_query' | 'dangerous_operation', boolean>>
  /** The dangerous operation, in the question or in the answer's steps. */
  readonly dangerous: (DangerousOperation & { readonly in: 'question' | 'answer' }) | undefined
  /** Relevance of the best passage; 0 for none, undefined where nothing was searched. */
  readonly topScore: number | undefined
  /** Number of marks that referred to no passage and were removed. */
  readonly removedCitations: number
  readonly model: string | undefined
  readonly usage: Usage | undefined
  readonly modelCalls: number
  /** US dollars; undefined where the price is unknown. */
  readonly cost: number | undefined
  readonly seconds: number
}

/** The text of an answer, written by a model or extracted. */
export type WrittenAnswer = Pick<RunbookAnswer, 'removedCitations' | 'usage' | 'modelCalls'> & {
  readonly text: string
  /** The passages that its marks refer to. */
  readonly passages: readonly RunbookPassage[]
}

export function toCitation({ id, text, relevance, file, heading, pages, updatedAt }: RunbookPassage): Citation {
  return { id, text, score: relevance, file, heading, pages: [...pages], updatedAt }
}
