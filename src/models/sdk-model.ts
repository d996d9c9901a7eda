import type { LanguageModel as AnySdkModel } from 'ai'
import type { Usage } from '../core/index.ts'
import type { GenerationSettings, LanguageModel, ModelReply, ModelRequest } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { contentRefused, nothingSaid, providerFailure } from './provider-failure.ts'
import type { FailureContext } from './provider-failure.ts'

export type SdkModel = Extract<AnySdkModel, { specificationVersion: 'v4' }>
type SdkRequest = Parameters<SdkModel['doGenerate']>[0]
type SdkResult = Awaited<ReturnType<SdkModel['doGenerate']>>

type SdkModelOptions = Pick<LanguageModel, 'id' | 'provider' | 'baseUrl'> & {
  readonly failures: FailureContext
  /** Milliseconds from any point on. */
  readonly now?: () => number
}

/** A model of the AI SDK as one of ours. It is called below the SDK's own retries: there is one retry layer, and it is ours. */
export function sdkModel(model: SdkModel, options: SdkModelOptions): LanguageModel {
  const { failures, now = () => performance.now(), ...identity } = options
  return {
    ...identity,
    async generate(request, signal) {
      signal.throwIfAborted()
      const startedAt = now()
      const result = await ask(model, toSdkRequest(request, signal), failures)
      const unsupported = unsupportedOf(result, request)
      return { ...toReply(result, now() - startedAt, failures), ...(unsupported.length > 0 && { unsupported }) }
    },
  }
}

async function ask(model: SdkModel, request: SdkRequest, failures: FailureContext): Promise<SdkResult> {
  try {
    return await model.doGenerate(request)
  } catch (error) {
    request.abortSignal?.throwIfAborted()
    // A login of ours that failed says more than the package around it.
    if (error instanceof ModelFailure) throw error
    throw providerFailure(error, failures)
  }
}

function toSdkRequest(request: ModelRequest, signal: AbortSignal): SdkRequest {
  const { system, messages, json, stopSequences, providerOptions, ...settings } = request
  return {
    prompt: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
    ],
    ...(json === undefined ? {} : { responseFormat: { type: 'json' as const, schema: json, name: 'answer' } }),
    ...settings,
    stopSequences: stopSequences && [...stopSequences],
    // Ours may hold anything, the SDK's only JSON; both are opaque here.
    providerOptions: providerOptions as SdkRequest['providerOptions'],
    abortSignal: signal,
  }
}

function toReply(result: SdkResult, latencyMs: number, failures: FailureContext): ModelReply {
  const { unified, raw } = result.finishReason
  const usage = toUsage(result.usage)
  if (unified === 'content-filter') throw contentRefused(failures, { reason: raw ?? unified, usage })
  const text = result.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
  if (text === '' && usage === undefined && raw === undefined) throw nothingSaid(failures)
  return {
    text,
    usage,
    finishReason: unified === 'interrupted' ? 'other' : unified,
    latencyMs,
    calls: 1,
  }
}

function unsupportedOf({ warnings }: SdkResult, request: ModelRequest): readonly (keyof GenerationSettings)[] {
  const features = warnings.flatMap((warning) => (warning.type === 'unsupported' ? warning.feature : []))
  return settingNames.filter((name) => request[name] !== undefined && features.includes(name))
}

const settingNames: readonly (keyof GenerationSettings)[] = [
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'maxOutputTokens',
  'seed',
]

function toUsage({ inputTokens, outputTokens }: SdkResult['usage']): Usage | undefined {
  const input = inputTokens.total
  const output = outputTokens.total
  const usage: Usage = {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(inputTokens.cacheRead === undefined ? {} : { cachedTokens: inputTokens.cacheRead }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(outputTokens.reasoning === undefined ? {} : { reasoningTokens: outputTokens.reasoning }),
    ...(input === undefined || output === undefined ? {} : { totalTokens: input + output }),
  }
  return input === undefined && output === undefined ? undefined : usage
}
