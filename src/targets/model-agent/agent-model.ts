import type { Content, FinishReason, Usage } from '../../core/index.ts'
import type { ModelTool, ModelToolCall } from '../../models/language-model.ts'

/** A message of a conversation. The user's content stays unchanged, since each model has its own form of media. */
export type AgentMessage =
  | { readonly role: 'user'; readonly content: Content }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly text: string; readonly call: ModelToolCall; readonly failed?: boolean }

type AgentModelRequest = {
  readonly instructions?: string | undefined
  readonly messages: readonly AgentMessage[]
  readonly tools: readonly ModelTool[]
}

export type AgentModelReply = {
  readonly text: string
  readonly thought?: string | undefined
  readonly toolCalls: readonly ModelToolCall[]
  readonly waits: boolean
  readonly model?: string | undefined
  readonly finishReason?: FinishReason | undefined
  readonly usage?: Usage | undefined
  readonly dollars?: number | undefined
}

/** Generates the next step of an agent: a model, or a server with a model's API. */
export type AgentModel = {
  generate(request: AgentModelRequest, signal: AbortSignal): Promise<AgentModelReply>
}
