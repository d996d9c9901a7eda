import { z } from 'zod'
import { ArgumentDifference, JsonObject, Part, ToolCall, ToolCallRow, ToolResponse } from '../../core/index.ts'

export const CallMark = ToolCallRow.shape.verdict
export type CallMark = z.infer<typeof CallMark>

export const BriefArgument = z.object({
  name: z.string(),
  text: z.string(),
  mark: z.enum(['differs', 'missing', 'extra']).optional(),
})
export type BriefArgument = z.infer<typeof BriefArgument>

export const TraceDetail = z.object({
  call: ToolCall.optional(),
  response: ToolResponse.optional(),
  expected: ToolCall.optional(),
  differences: z.array(ArgumentDifference).optional(),
  text: z.string().optional(),
  media: Part.shape.media,
  extra: JsonObject.optional(),
})
export type TraceDetail = z.infer<typeof TraceDetail>

/**
 * One line of a trace: a call with its answer, a model call, an agent at work, a thought or a text. Its child rows follow it,
 * one level deeper.
 */
export const TraceRow = z.object({
  kind: z.enum(['agent', 'model', 'call', 'response', 'thought', 'text', 'media', 'other']),
  depth: z.number(),
  /** The number of following rows that are its children. */
  within: z.number(),
  /** The name of the agent, the model or the tool, or the type of a medium. */
  name: z.string().optional(),
  args: z.array(BriefArgument).optional(),
  /** The number of arguments that are not shown. */
  moreArgs: z.number().optional(),
  /** The beginning of the text, or of a model's or a tool's answer. */
  text: z.string().optional(),
  mark: CallMark.optional(),
  failed: z.boolean().optional(),
  unanswered: z.boolean().optional(),
  /** Seconds since 1970. */
  endedAt: z.number().optional(),
  seconds: z.number().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** By the price list; an agent has it only when the cost of all its model calls is known. */
  dollars: z.number().optional(),
  /** Absent where the row hides nothing, and where the detail is requested separately. */
  detail: TraceDetail.optional(),
})
export type TraceRow = z.infer<typeof TraceRow>

/** All rows of a turn, with their total time. */
export type Trace = {
  readonly rows: readonly TraceRow[]
  /** True when the calls were not recorded, so that no row means nothing. */
  readonly callsUnknown?: true
  /** Absent where no row has a time. */
  readonly span?: { readonly startedAt: number; readonly seconds: number }
}
