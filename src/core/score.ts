import { z } from 'zod'
import { Message } from './message.ts'
import { ToolCall } from './invocation.ts'

/** One place where the arguments of two calls differ. `path` is like `room.guests[1]`; an absent side did not have it. */
export const ArgumentDifference = z.object({
  path: z.string(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
})
export type ArgumentDifference = z.infer<typeof ArgumentDifference>

/** Expected and actual tool calls side by side, as a person would compare them. */
export const ToolCallRow = z.object({
  verdict: z.enum(['matched', 'missing', 'extra', 'wrong-args', 'wrong-order', 'forbidden']),
  expected: ToolCall.optional(),
  actual: ToolCall.optional(),
  differences: z.array(ArgumentDifference).optional(),
})
export type ToolCallRow = z.infer<typeof ToolCallRow>

/** What a score was made from, for people to look at. */
export const Evidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('texts'), expected: z.string().optional(), actual: z.string().optional() }),
  z.object({ kind: z.literal('tool-calls'), rows: z.array(ToolCallRow) }),
  z.object({ kind: z.literal('values'), differences: z.array(ArgumentDifference) }),
])
export type Evidence = z.infer<typeof Evidence>

/** A number beside the value, such as precision and recall beside F1. `value` is null where it is undefined. */
export const ScorePart = z.object({ name: z.string(), value: z.number().nullable() })
export type ScorePart = z.infer<typeof ScorePart>

/** The score of one exchange. `missing` says that the agent never got there. */
export const InvocationScore = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    value: z.number(),
    passed: z.boolean(),
    missing: z.boolean().optional(),
    reason: Message.optional(),
    parts: z.array(ScorePart).optional(),
    evidence: z.array(Evidence).optional(),
  }),
  z.object({ status: z.literal('measured'), value: z.number(), parts: z.array(ScorePart).optional() }),
  z.object({ status: z.literal('not-evaluated'), reason: Message }),
])
export type InvocationScore = z.infer<typeof InvocationScore>

/**
 * What a metric says of one case. There is no way to write down a number for what was not evaluated.
 *
 * - `scored`: `value` is 0–1 and `passed` is `value >= threshold`
 * - `measured`: a quantity in its own `unit` that passes no judgement (tokens, seconds, calls)
 * - `not-evaluated`: there was nothing to evaluate, or the metric cannot tell
 * - `error`: somebody failed: the metric itself, a judge, or the dataset
 */
export const Score = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    metric: z.string(),
    value: z.number(),
    threshold: z.number(),
    passed: z.boolean(),
    reason: Message.optional(),
    parts: z.array(ScorePart).optional(),
    evidence: z.array(Evidence).optional(),
    invocations: z.array(InvocationScore).optional(),
  }),
  z.object({
    status: z.literal('measured'),
    metric: z.string(),
    value: z.number(),
    unit: z.string(),
    parts: z.array(ScorePart).optional(),
    invocations: z.array(InvocationScore).optional(),
  }),
  z.object({
    status: z.literal('not-evaluated'),
    metric: z.string(),
    reason: Message,
    /** It keeps no gate shut: the case asks for nothing here, or it is a quantity that nobody reported. */
    informational: z.boolean().optional(),
    invocations: z.array(InvocationScore).optional(),
  }),
  z.object({
    status: z.literal('error'),
    metric: z.string(),
    blame: z.enum(['metric', 'judge', 'dataset']),
    reason: Message,
  }),
])
export type Score = z.infer<typeof Score>
