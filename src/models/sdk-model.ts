import type { LanguageModel as AnySdkModel } from 'ai'
import { z } from 'zod'
import { JsonObject, type Usage } from '../core/index.ts'
import type {
  GenerationSettings,
  LanguageModel,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelToolCall,
} from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { contentRefused, errorInside, nothingSaid, providerFailure, type FailureContext } from './provider-failure.ts'

export type SdkModel = Extract<AnySdkModel, { specificationVersion: 'v4' }>
type SdkRequest = Parameters<SdkModel['doGenerate']>[0]
type MessageOf<Role> = Extract<ModelMessage, { role: Role }>
type SdkMessage = SdkRequest['prompt'][number]
type SdkFile = Extract<Extract<SdkMessage, { role: 'user' }>['content'][number], { type: 'file' }>
type SdkTool = Extract<NonNullable<SdkRequest['tools']>[number], { type: 'function' }>
type SdkResult = Awaited<ReturnType<SdkModel['doGenerate']>>
type SdkToolCall = Extract<SdkResult['content'][number], { type: 'tool-call' }>

type SdkModelOptions = Pick<LanguageModel, 'id' | 'provider' | 'baseUrl'> & {
  readonly failures: FailureContext
  /** Milliseconds since an arbitrary point. */
  readonly now?: () => number
}

/** Adapts a model of the AI SDK. It is called below the SDK's retries, because ours are the only layer. */
export function sdkModel(model: SdkModel, options: SdkModelOptions): LanguageModel {
  const { failures, now = () => performance.now(), ...identity } = options
  return {
    ...identity,
    async generate(request, signal) {
      signal.throwIfAborted()
      const startedAt = now()
      const result = inNewestForm(await ask(model, toSdkRequest(request, signal, filesOf(model)), failures))
      const unsupported = unsupportedOf(result, request)
      return {
        ...toReply(result, now() - startedAt, failures),
        ...(unsupported.length > 0 && { unsupported }),
      }
    },
  }
}

async function ask(model: SdkModel, request: SdkRequest, failures: FailureContext): Promise<SdkResult> {
  try {
    return await model.doGenerate(request)
  } catch (error) {
    request.abortSignal?.throwIfAborted()
    // A failure of our login says more than the package's error around it.
    if (error instanceof ModelFailure) throw error
    throw providerFailure(error, failures)
  }
}

/** Providers of AI SDK 5 and 6 have older forms of replies; those of 5 have fewer fields. */
const OlderFinish = z.string().transform((unified) => ({ unified, raw: unified }))
const OlderUsage = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedInputTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
})
const OlderWarning = z.looseObject({ type: z.literal('unsupported-setting'), setting: z.string() })

function inNewestForm(result: SdkResult): SdkResult {
  const finish = OlderFinish.safeParse(result.finishReason).data
  const usage = OlderUsage.safeParse(result.usage).data
  if (finish === undefined && usage === undefined) return result
  const warnings = result.warnings.map((warning) => {
    const older = OlderWarning.safeParse(warning).data
    return older === undefined ? warning : { type: 'unsupported', feature: older.setting }
  })
  return {
    ...result,
    warnings,
    ...(finish && { finishReason: finish }),
    ...(usage && {
      usage: {
        inputTokens: { total: usage.inputTokens, cacheRead: usage.cachedInputTokens },
        outputTokens: { total: usage.outputTokens, reasoning: usage.reasoningTokens },
      },
    }),
    // Fields that the older forms lack are undefined here.
  } as SdkResult
}

type ToFile = (mediaType: string, bytes: Uint8Array) => SdkFile

/** Before AI SDK 7 the bytes were not wrapped in an object. */
function filesOf({ specificationVersion }: { readonly specificationVersion: string }): ToFile {
  return (mediaType, bytes) => {
    const whole = { type: 'file', mediaType, data: { type: 'data', data: bytes } } as const
    return specificationVersion === 'v4' ? whole : ({ ...whole, data: bytes } as unknown as SdkFile)
  }
}

function toSdkRequest(request: ModelRequest, signal: AbortSignal, toFile: ToFile): SdkRequest {
  const { system, messages, tools, json, stopSequences, providerOptions, ...settings } = request
  return {
    prompt: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      ...toSdkMessages(messages, toFile),
    ],
    ...(tools === undefined || tools.length === 0 ? {} : { tools: tools.map(toSdkTool) }),
    ...(json === undefined ? {} : { responseFormat: { type: 'json' as const, schema: json, name: 'answer' } }),
    ...settings,
    stopSequences: stopSequences && [...stopSequences],
    // Ours may hold any value and the SDK's only JSON, but both pass through unread.
    providerOptions: providerOptions as SdkRequest['providerOptions'],
    abortSignal: signal,
  }
}

/** The results of one round of tools become one message, because providers expect all of them in the next turn. */
function toSdkMessages(messages: readonly ModelMessage[], toFile: ToFile): SdkMessage[] {
  const prompt: SdkMessage[] = []
  for (const one of messages) {
    const last = prompt.at(-1)
    if (one.role !== 'tool') prompt.push(one.role === 'user' ? toUserMessage(one, toFile) : toAssistantMessage(one))
    else if (last?.role === 'tool') last.content.push(toToolResult(one))
    else prompt.push({ role: 'tool', content: [toToolResult(one)] })
  }
  return prompt
}

function toUserMessage({ text, images = [] }: MessageOf<'user'>, toFile: ToFile): SdkMessage {
  const files = images.map(({ mimeType, bytes }) => toFile(mimeType, bytes))
  return { role: 'user', content: [{ type: 'text', text }, ...files] }
}

function toAssistantMessage({ text, toolCalls = [] }: MessageOf<'assistant'>): SdkMessage {
  const calls = toolCalls.map(({ id, name, args, providerData }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    // Providers accept only objects. The invalid text is quoted in the error that the model receives back.
    input: JsonObject.safeParse(args).data ?? {},
    providerOptions: providerData as SdkRequest['providerOptions'],
  }))
  // A provider may reject an empty text.
  return { role: 'assistant', content: text === '' && calls.length > 0 ? calls : [{ type: 'text', text }, ...calls] }
}

function toToolResult({ text, call, failed = false }: MessageOf<'tool'>) {
  return {
    type: 'tool-result' as const,
    toolCallId: call.id,
    toolName: call.name,
    output: { type: failed ? ('error-text' as const) : ('text' as const), value: text },
  }
}

function toSdkTool({ name, description, parameters }: ModelTool): SdkTool {
  // The SDK passes any JSON object on as it is.
  return { type: 'function', name, description, inputSchema: parameters as SdkTool['inputSchema'] }
}

function toReply(result: SdkResult, latencyMs: number, failures: FailureContext): ModelReply {
  const { unified, raw } = result.finishReason
  const usage = toUsage(result.usage)
  if (unified === 'content-filter') throw contentRefused(failures, { reason: raw ?? unified, usage })
  const text = result.content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
  const toolCalls = result.content.flatMap((part) => (part.type === 'tool-call' ? [toToolCall(part)] : []))
  if (unified === 'error' || raw === 'error') throwErrorInside(result, failures)
  if (text === '' && usage === undefined && raw === undefined) throw nothingSaid(failures)
  return {
    text,
    ...(toolCalls.length > 0 && { toolCalls }),
    usage,
    finishReason: unified === 'interrupted' ? 'other' : unified,
    latencyMs,
    calls: 1,
  }
}

/** A model that stopped with an error names it in the body; text before it is no answer. */
function throwErrorInside({ response }: SdkResult, failures: FailureContext): void {
  const failure = errorInside(response?.body, failures)
  if (failure !== undefined) throw failure
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

function toToolCall(part: SdkToolCall): ModelToolCall {
  const { toolCallId: id, toolName: name, input, providerMetadata: providerData } = part
  return { id, name, args: argsIn(input), ...(providerData !== undefined && { providerData }) }
}

function argsIn(input: string): unknown {
  // A tool without parameters may be called with an empty text.
  if (input.trim() === '') return {}
  try {
    // Not `parseJson`, because these values are sent on, and no provider or tool accepts a bigint.
    return JSON.parse(input)
  } catch (error) {
    if (error instanceof SyntaxError) return input
    throw error
  }
}

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
