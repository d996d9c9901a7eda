import type { JsonObject, Usage } from '../core/index.ts'

/** What was said so far. The result of a tool follows the message that called it. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly ModelImage[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ModelToolCall[] }
  | {
      readonly role: 'tool'
      readonly text: string
      readonly call: ModelToolCall
      /** The text says what went wrong. */
      readonly failed?: boolean
    }

type ModelImage = { readonly mimeType: string; readonly bytes: Uint8Array }

/** A tool that a model may ask for. Whoever asked the model runs it. */
export type ModelTool = {
  readonly name: string
  readonly description: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
}

export type ModelToolCall = {
  readonly id: string
  readonly name: string
  /** As the model wrote them: an object when it keeps to the schema, the bare text when that is no JSON. */
  readonly args: unknown
  /** Opaque: some providers want it back with the result. */
  readonly providerData?: unknown
}

/** How a model generates. Settings that a provider does not have are left out of its request. */
export type GenerationSettings = {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly stopSequences?: readonly string[]
  readonly maxOutputTokens?: number
  readonly seed?: number
  /** By provider, in the words of its own API, such as `{ google: { thinkingConfig: … } }`. */
  readonly providerOptions?: Readonly<Record<string, JsonObject>>
}

export type ModelRequest = GenerationSettings & {
  readonly system?: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ModelTool[]
  /** A JSON schema that the reply has to fit, where the provider can promise that. */
  readonly json?: JsonObject
}

export type ModelReply = {
  readonly text: string
  /** Absent when the model asks for none. */
  readonly toolCalls?: readonly ModelToolCall[]
  /** Input tokens include the cached ones. Absent when the provider reports none. */
  readonly usage?: Usage
  /** `length` and `error` mean that the text is cut off. */
  readonly finishReason: 'stop' | 'length' | 'tool-calls' | 'error' | 'other'
  /** Of the call that answered, without the waiting before it. */
  readonly latencyMs: number
  /** How often the provider was asked for it, failures included. */
  readonly calls: number
  /** Settings of the request that were left out or changed, because the model does not have them. */
  readonly unsupported?: readonly (keyof GenerationSettings)[]
}

/** What every reply tells of how it was come by. */
export type CallAccount = {
  /** How often the provider was asked for it, failures included. */
  readonly calls: number
  /** Absent when the provider reports none. */
  readonly usage?: Usage
}

/** A model, hosted or local. What is put around one (retries, pace, time limit, account) goes around each kind. */
export interface Model<Request, Reply extends CallAccount> {
  /** A name that opens the same model again, such as `gemini-2.5-flash` or `vertex/gemini-2.5-flash`. */
  readonly id: string
  readonly provider: string
  /** Only where it is not the provider's own. */
  readonly baseUrl?: string
  /** @throws {ModelFailure} when the provider cannot be reached, refuses, or makes no sense */
  generate(request: Request, signal: AbortSignal): Promise<Reply>
}

/** A language model. Judges, agents and simulated users share it. */
export interface LanguageModel extends Model<ModelRequest, ModelReply> {
  /** What every request gets, unless it says otherwise itself. */
  readonly settings?: GenerationSettings
}
