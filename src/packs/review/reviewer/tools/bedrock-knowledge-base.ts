import { z } from 'zod'
import type { KnowledgeBase } from '../../../../core/index.ts'
import { loadOptional } from '../../../../core/basics/optional-package.ts'
import type { KnowledgePassage, SearchKnowledge } from './knowledge-bases.ts'
import { ToolFailure } from './review-tool.ts'

export type BedrockAccess = {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  /** Overrides Amazon's own endpoint. */
  readonly endpoint?: string | undefined
}

export function bedrockKnowledgeBases({ region, endpoint, ...credentials }: BedrockAccess): SearchKnowledge {
  const signer = signerFor({ ...credentials, region })
  const host = endpoint?.replace(/(?<!\/)\/+$/, '') ?? `https://bedrock-agent-runtime.${region}.amazonaws.com`
  return async (base, query, { top, signal }) => {
    const request = await (
      await signer()
    ).sign(`${host}/knowledgebases/${encodeURIComponent(base.knowledgeBaseId)}/retrieve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(retrieval(base, query, top)),
    })
    const answer = await answerTo(request, signal)
    const read = Answer.safeParse(answer)
    if (!read.success) throw new ToolFailure('Amazon Bedrock gave an answer that is not in its format.')
    return read.data.retrievalResults.map(toPassage)
  }
}

function signerFor(credentials: Omit<BedrockAccess, 'endpoint'>) {
  const open = async () => {
    const { AwsClient } = await loadOptional('aws4fetch', 'Amazon Bedrock', async () => import('aws4fetch'))
    return new AwsClient({ ...credentials, service: 'bedrock' })
  }
  let signer: ReturnType<typeof open> | undefined
  return async () => (signer ??= open())
}

function retrieval({ dataSourceIds }: KnowledgeBase, query: string, top: number): object {
  return {
    retrievalQuery: { text: query },
    retrievalConfiguration: {
      vectorSearchConfiguration: {
        numberOfResults: top,
        ...(dataSourceIds !== undefined && {
          filter: { in: { key: 'x-amz-bedrock-kb-data-source-id', value: dataSourceIds } },
        }),
      },
    },
  }
}

async function answerTo(request: Request, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(request, { signal, redirect: 'error' })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    throw new ToolFailure(`Amazon Bedrock answered with status ${response.status}: ${text.slice(0, 300)}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SyntaxError) throw new ToolFailure('Amazon Bedrock gave an answer that is no JSON.')
    // `fetch` throws a TypeError when the server cannot be reached.
    if (error instanceof TypeError) throw new ToolFailure('Amazon Bedrock cannot be reached.')
    throw error
  }
}

const Result = z.object({
  content: z.object({ text: z.string().optional() }).optional(),
  location: z
    .object({
      type: z.string().optional(),
      s3Location: z.object({ uri: z.string().optional() }).optional(),
      webLocation: z.object({ url: z.string().optional() }).optional(),
    })
    .optional(),
  score: z.number().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
const Answer = z.object({ retrievalResults: z.array(Result) })

function toPassage({ content, location, score = 0, metadata }: z.infer<typeof Result>): KnowledgePassage {
  const page = metadata?.['x-amz-bedrock-kb-document-page-number']
  return {
    location: location?.s3Location?.uri ?? location?.webLocation?.url,
    locationType: location?.s3Location ? 'S3' : location?.webLocation ? 'URL' : 'other',
    ...(typeof page === 'number' && { page }),
    score,
    text: content?.text ?? '',
  }
}
