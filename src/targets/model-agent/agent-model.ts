import type { Content, FinishReason, Usage } from '../../core/index.ts'
import type { ModelTool, ModelToolCall } from '../../models/language-model.ts'

/** What was said so far. What the user said stays as it came: models take pictures and files in words of their own. */
export type AgentMessage =
  | { readonly role: 'user'; readonly content: Content }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly text: string; readonly call: ModelToolCall; readonly failed?: boolean }

type AgentModelRequest = {
  readonly instructions?: string | undefined
  readonly messages: readonly AgentMessage[]
  readonly tools: readonly ModelTool[]
}

/** What a model said at once. */
export type AgentModelReply = {
  readonly text: string
  readonly thought?: string | undefined
  readonly toolCalls: readonly ModelToolCall[]
  readonly waits: boolean
  readonly model?: string | undefined
  /** Why it stopped, where it is known. */
  readonly finishReason?: FinishReason | undefined
  readonly usage?: Usage | undefined
  readonly dollars?: number | undefined
}

/** Who is asked for the next step of an agent: a model, or a server that speaks like one. */
export type AgentModel = {
  /** @throws {EvalError} `agent` */
  generate(request: AgentModelRequest, signal: AbortSignal): Promise<AgentModelReply>
}
