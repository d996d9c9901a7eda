import type { Content, FinishReason, ToolCall, ToolResponse, Usage } from '../core/index.ts'
import type { Span } from './span.ts'

/** What a span says of an agent's work, in our words. Roles are `system`, `user`, `model` and `tool`. */
export type SpanMeaning = {
  /**
   * `agent`: it, or a child that it asked, was at work; `workflow`: a chain, crew, graph or request that answers as a whole;
   * `model` and `tool`: one call; `other`: a frame around them.
   */
  readonly operation: 'agent' | 'workflow' | 'model' | 'tool' | 'other'
  /** Who heard it, in people's words: the instrumentation whose dialect it is. */
  readonly listener?: string
  readonly agent?: string
  readonly conversationId?: string
  readonly instructions?: string
  readonly toolDeclarations?: readonly unknown[]
  /** The messages that it was given, the whole history where a model was asked. */
  readonly input?: readonly Content[]
  readonly output?: readonly Content[]
  readonly model?: string
  readonly usage?: Usage
  readonly finishReason?: FinishReason
  /** Of a tool; several where one span stands for all that were called at once. The answers are in the same order. */
  readonly toolCalls?: readonly ToolCall[]
  readonly toolResponses?: readonly ToolResponse[]
}

/** How one kind of instrumentation writes spans. */
export type Dialect = {
  /** In people's words. */
  readonly name: string
  /** @returns undefined for spans of another dialect; one without an operation leaves it to the other dialects */
  readonly read: (span: Span) => Partial<SpanMeaning> | undefined
}
