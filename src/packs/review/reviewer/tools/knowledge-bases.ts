import type { KnowledgeBase } from '../../../../core/index.ts'
import { type ReviewTool, ToolFailure } from './review-tool.ts'

export type KnowledgePassage = {
  readonly text: string
  /** 0–1. */
  readonly score: number
  readonly location?: string | undefined
  readonly locationType: 'S3' | 'URL' | 'file' | 'other'
  readonly page?: number | undefined
}

/** Searches one knowledge base, limited to its listed data sources. @throws {ToolFailure} when the search fails */
export type SearchKnowledge = (
  base: KnowledgeBase,
  query: string,
  options: { readonly top: number; readonly signal: AbortSignal },
) => Promise<readonly KnowledgePassage[]>

export const noKnowledgeBase: SearchKnowledge = async () => {
  throw new ToolFailure(
    'There is no such knowledge base: no folder in the config, and no credentials for Amazon Bedrock.',
  )
}

const mostPerBase = 5

/** Searches all knowledge bases of a case. The failure of one is reported beside the results of the others. */
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
