import type { Content, FinishReason, ToolCall, ToolResponse, Usage } from '../core/index.ts'
import type { Span } from './span.ts'

/** The meaning of a span for an agent's work. Roles are `system`, `user`, `model` and `tool`. */
export type SpanMeaning = {
  /**
   * `agent`: work of the agent or a child agent; `workflow`: a chain, crew, graph or request that answers as a whole;
   * `model` and `tool`: one call; `other`: a frame around them.
   */
  readonly operation: 'agent' | 'workflow' | 'model' | 'tool' | 'other'
  /** The display name of the instrumentation whose dialect the span has. */
  readonly listener?: string
  readonly agent?: string
  readonly conversationId?: string
  readonly instructions?: string
  readonly toolDeclarations?: readonly unknown[]
  /** The input messages; for a model call, the whole history. */
  readonly input?: readonly Content[]
  readonly output?: readonly Content[]
  readonly model?: string
  readonly usage?: Usage
  /** What the call cost, in US dollars, as the span says. */
  readonly dollars?: number
  readonly finishReason?: FinishReason
  /** The calls of a tool span; one span may stand for several parallel calls. The responses have the same order. */
  readonly toolCalls?: readonly ToolCall[]
  readonly toolResponses?: readonly ToolResponse[]
  /** The texts that a retriever found; empty when it found none. */
  readonly documents?: readonly string[]
}

export type Dialect = {
  /** The display name. */
  readonly name: string
  /** @returns undefined for spans of another dialect; without an operation, other dialects decide it */
  readonly read: (span: Span) => Partial<SpanMeaning> | undefined
}
