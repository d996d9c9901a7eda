import type { EmbeddingModel as AnySdkModel } from 'ai'
import { z } from 'zod'
import type { EmbeddingModel } from './embedding-model.ts'
import { nothingSaid, providerFailure, type FailureContext } from './provider-failure.ts'

export type SdkEmbeddingModel = Extract<AnySdkModel, { specificationVersion: 'v4' }>

type SdkEmbeddingModelOptions = Pick<EmbeddingModel, 'id' | 'provider' | 'baseUrl'> & {
  readonly failures: FailureContext
}

/** Local servers take time for each text, and hosted ones limit the tokens of all texts together. */
const MOST = 96

/** Adapts an embedding model of the AI SDK. Like language models it is called below the SDK's own retries. */
export async function sdkEmbeddingModel(
  model: SdkEmbeddingModel,
  { failures, ...identity }: SdkEmbeddingModelOptions,
): Promise<EmbeddingModel> {
  return {
    ...identity,
    most: Math.min(MOST, (await model.maxEmbeddingsPerCall) ?? MOST),
    async generate({ texts }, signal) {
      signal.throwIfAborted()
      const { embeddings, usage } = await ask(model, texts, signal, failures)
      const vectors = Vectors.safeParse(embeddings).data
      if (vectors === undefined || vectors.length !== texts.length) throw nothingSaid(failures)
      return {
        vectors,
        ...(usage !== undefined && {
          usage: { inputTokens: usage.tokens, outputTokens: 0, totalTokens: usage.tokens },
        }),
        calls: 1,
      }
    },
  }
}

const Vectors = z.array(z.array(z.number()).min(1))

async function ask(model: SdkEmbeddingModel, texts: readonly string[], signal: AbortSignal, failures: FailureContext) {
  try {
    return await model.doEmbed({ values: [...texts], abortSignal: signal })
  } catch (error) {
    signal.throwIfAborted()
    throw providerFailure(error, failures)
  }
}
