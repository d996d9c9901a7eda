import type { KnowledgeBase } from '../../../../core/index.ts'
import { type ReviewTool, ToolFailure } from './review-tool.ts'

export type KnowledgePassage = {
  readonly text: string
  /** 0 to 1. */
  readonly score: number
  readonly location?: string | undefined
  readonly locationType: 'S3' | 'URL' | 'file' | 'other'
  readonly page?: number | undefined
}

/** Looks a query up in one base, in those of its sources that are named. @throws {ToolFailure} when it cannot */
export type SearchKnowledge = (
  base: KnowledgeBase,
  query: string,
  options: { readonly top: number; readonly signal: AbortSignal },
) => Promise<readonly KnowledgePassage[]>

/** For bases that nobody has. */
export const noKnowledgeBase: SearchKnowledge = async () => {
  throw new ToolFailure(
    'There is no such knowledge base: no folder in the config, and no credentials for Amazon Bedrock.',
  )
}

const mostPerBase = 5

/** One query against all bases of a case. A base that fails is reported beside what the others found. */
export function knowledgeBaseQuery(bases: readonly KnowledgeBase[], search: SearchKnowledge): ReviewTool {
  return {
    name: 'query_knowledge_bases',
    description: `Looks up passages about a question in ${bases.map(({ knowledgeBaseId }) => knowledgeBaseId).join(', ')}, the best first.`,
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What is to be found, in plain words' } },
      required: ['query'],
      additionalProperties: false,
    },
    async use({ query }, signal) {
      if (typeof query !== 'string' || query.trim() === '') throw new ToolFailure('query has to be a text.')
      const found = await Promise.all(bases.map((base) => searchOne(base, query, { search, signal })))
      const errors = found.flatMap(({ error, knowledgeBaseId }) =>
        error === undefined ? [] : { knowledgeBaseId, error },
      )
      if (errors.length === bases.length) throw new ToolFailure(JSON.stringify({ errors }))
      const passages = found.flatMap((one) => one.passages).toSorted((a, b) => b.score - a.score)
      return { ...(errors.length > 0 && { errors }), passages }
    },
  }
}

async function searchOne(
  base: KnowledgeBase,
  query: string,
  { search, signal }: { readonly search: SearchKnowledge; readonly signal: AbortSignal },
) {
  const { knowledgeBaseId } = base
  try {
    const passages = await search(base, query, { top: mostPerBase, signal })
    return { knowledgeBaseId, passages: passages.slice(0, mostPerBase).map((one) => ({ knowledgeBaseId, ...one })) }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return { knowledgeBaseId, passages: [], error: error.message }
  }
}
