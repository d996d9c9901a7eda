import type { JsonObject, Usage } from '../core/index.ts'

/** The result of a tool follows the message that called it. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly ModelImage[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ModelToolCall[] }
  | {
      readonly role: 'tool'
      readonly text: string
      readonly call: ModelToolCall
      /** True when the text is an error message. */
      readonly failed?: boolean
    }

type ModelImage = { readonly mimeType: string; readonly bytes: Uint8Array }

/** A tool that a model may call. The code that asked the model runs it. */
export type ModelTool = {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

export type ModelToolCall = {
  readonly id: string
  readonly name: string
  /** The arguments as the model wrote them: an object, or the bare text when that is not JSON. */
  readonly args: unknown
  /** Opaque data that some providers need back with the result. */
  readonly providerData?: unknown
}

/** Generation settings. A setting that the provider does not have is left out of the request. */
export type GenerationSettings = {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly stopSequences?: readonly string[]
  readonly maxOutputTokens?: number
  readonly seed?: number
  /** Options by provider in the terms of its own API, such as `{ google: { thinkingConfig: … } }`. */
  readonly providerOptions?: Readonly<Record<string, JsonObject>>
}

export type ModelRequest = GenerationSettings & {
  readonly system?: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ModelTool[]
  /** A JSON schema for the reply, used when the provider supports it. */
  readonly json?: JsonObject
}

export type ModelReply = {
  readonly text: string
  readonly toolCalls?: readonly ModelToolCall[]
  /** Input tokens include the cached ones. Undefined when the provider reports none. */
  readonly usage?: Usage
  /** With `length` and `error` the text is cut off. */
  readonly finishReason: 'stop' | 'length' | 'tool-calls' | 'error' | 'other'
  /** The duration of the successful call, without waiting before it. */
  readonly latencyMs: number
  /** The number of requests to the provider, including failed ones. */
  readonly calls: number
  /** Settings that were left out of the request or changed, because the model does not have them. */
  readonly unsupported?: readonly (keyof GenerationSettings)[]
}

export type CallAccount = {
  /** The number of requests to the provider, including failed ones. */
  readonly calls: number
  /** Undefined when the provider reports none. */
  readonly usage?: Usage
}

/** A hosted or local model of any kind. Retries, pace, time limit and account wrap every kind. */
export interface Model<Request, Reply extends CallAccount> {
  /** A name that opens the same model again, such as `gemini-2.5-flash` or `vertex/gemini-2.5-flash`. */
  readonly id: string
  readonly provider: string
  /** Undefined for the provider's own address. */
  readonly baseUrl?: string
  /** @throws {ModelFailure} when the provider cannot be reached, refuses, or sends an invalid reply */
  generate(request: Request, signal: AbortSignal): Promise<Reply>
}

/** A language model, as used by judges, agents and simulated users. */
export interface LanguageModel extends Model<ModelRequest, ModelReply> {
  /** Settings of every request that does not set them itself. */
  readonly settings?: GenerationSettings
}
