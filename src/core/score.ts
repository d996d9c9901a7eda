import { z } from 'zod'
import { Message, message } from './basics/message.ts'
import { ToolCall } from './invocation.ts'
import { JudgeReply } from './judge.ts'
import { JsonObject } from './basics/json.ts'

/** One difference between the arguments of two calls. `path` is like `room.guests[1]`; an absent side has no value. */
export const ArgumentDifference = z.object({
  path: z.string(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
})
export type ArgumentDifference = z.infer<typeof ArgumentDifference>

/** An expected and an actual tool call side by side. */
export const ToolCallRow = z.object({
  verdict: z.enum(['matched', 'missing', 'extra', 'wrong-args', 'wrong-order', 'forbidden']),
  expected: ToolCall.optional(),
  actual: ToolCall.optional(),
  differences: z.array(ArgumentDifference).optional(),
})
export type ToolCallRow = z.infer<typeof ToolCallRow>

/** The facts behind a score, in a form for people. */
export const Evidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('texts'), expected: z.string().optional(), actual: z.string().optional() }),
  z.object({ kind: z.literal('tool-calls'), rows: z.array(ToolCallRow) }),
  z.object({ kind: z.literal('values'), differences: z.array(ArgumentDifference) }),
  /** A judge's verdicts on rubrics, sentences or key points. `value` is null where there is none. */
  z.object({
    kind: z.literal('verdicts'),
    rows: z.array(
      z.object({
        subject: z.string(),
        label: z.string(),
        value: z.number().nullable(),
        reason: z.string().optional(),
        quote: z.string().optional(),
        /** Set where the value alone does not tell a pass from a failure. */
        passed: z.boolean().optional(),
      }),
    ),
  }),
  /** The agent's class for the case beside the right one; input of set metrics. */
  z.object({
    kind: z.literal('classification'),
    expected: z.string(),
    actual: z.string(),
    /** The agent's stated probability of being right, 0–1; absent when it stated none that is usable. */
    confidence: z.number().optional(),
    details: JsonObject.optional(),
  }),
])
export type Evidence = z.infer<typeof Evidence>

/** A number beside the value, such as precision and recall beside F1; null where it is undefined. */
export const ScorePart = z.object({ name: z.string(), value: z.number().nullable() })
export type ScorePart = z.infer<typeof ScorePart>

/** One answer of a judge; `value` is 0–1, or null when the reply could not be read. */
export const JudgeSample = z.object({ value: z.number().nullable(), reason: z.string().optional(), reply: JudgeReply })
export type JudgeSample = z.infer<typeof JudgeSample>

/** A judge's answers behind a score. `saved` counts samples that were not needed because the outcome was settled. */
export const Judged = z.object({
  samples: z.array(JudgeSample),
  saved: z.number(),
  /** The share of readable samples that agree with the outcome. */
  agreement: z.number().nullable(),
  /** Parts that the judge left out: unanswered rubrics, sentences without a label. */
  uncovered: z.array(z.string()).optional(),
})
export type Judged = z.infer<typeof Judged>

/** True when only a part was reported: the value is the least that it can be. */
const isLeast = z.literal(true).optional()

/** The score of one exchange. `missing` means that the agent never reached it. */
export const InvocationScore = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    value: z.number(),
    passed: z.boolean(),
    missing: z.boolean().optional(),
    reason: Message.optional(),
    parts: z.array(ScorePart).optional(),
    evidence: z.array(Evidence).optional(),
    comment: z.string().optional(),
    judged: Judged.optional(),
  }),
  z.object({
    status: z.literal('measured'),
    value: z.number(),
    isLeast,
    parts: z.array(ScorePart).optional(),
  }),
  z.object({
    status: z.literal('not-evaluated'),
    reason: Message,
    /** Quantities mentioned without a verdict; their values are null. */
    parts: z.array(ScorePart).optional(),
    /** Verdicts on the judged parts, when those on others are missing. */
    evidence: z.array(Evidence).optional(),
    judged: Judged.optional(),
  }),
])
export type InvocationScore = z.infer<typeof InvocationScore>

/**
 * Describes what a metric says of one case. There is no way to write down a number for what was not evaluated.
 *
 * - `scored`: `value` is 0–1 and `passed` is `value >= threshold`, or `value < threshold` where lower is better
 * - `measured`: a quantity in its own `unit` that passes no judgement (tokens, seconds, calls)
 * - `not-evaluated`: there was nothing to evaluate, or the metric cannot tell
 * - `error`: somebody failed: the agent, whose answer cannot be read, or the metric itself, a judge, the dataset
 *
 * @example Score.parse({ status: 'scored', metric: 'politeness', value: 0.8, threshold: 0.5, passed: true })
 */
export const Score = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    metric: z.string(),
    value: z.number(),
    /** Absent when the judge itself decided whether it passes. */
    threshold: z.number().optional(),
    passed: z.boolean(),
    lowerIsBetter: z.boolean().optional(),
    reason: Message.optional(),
    parts: z.array(ScorePart).optional(),
    evidence: z.array(Evidence).optional(),
    comment: z.string().optional(),
    invocations: z.array(InvocationScore).optional(),
    /** The judge's answers on the whole case; those on one exchange are in `invocations`. */
    judged: Judged.optional(),
  }),
  z.object({
    status: z.literal('measured'),
    metric: z.string(),
    value: z.number(),
    unit: z.string(),
    isLeast,
    parts: z.array(ScorePart).optional(),
    invocations: z.array(InvocationScore).optional(),
  }),
  z.object({
    status: z.literal('not-evaluated'),
    metric: z.string(),
    reason: Message,
    /** True when it does not close a gate: the case expects nothing here, or the quantity was not reported. */
    informational: z.boolean().optional(),
    /** True when the agent itself declined to decide, as a reviewer does about unreadable pages. */
    declined: z.boolean().optional(),
    /** Quantities mentioned without a verdict; their values are null. */
    parts: z.array(ScorePart).optional(),
    invocations: z.array(InvocationScore).optional(),
    judged: Judged.optional(),
  }),
  z.object({
    status: z.literal('error'),
    /** Position where the metric's code threw, one frame per line. */
    stack: z.string().optional(),
    metric: z.string(),
    blame: z.enum(['agent', 'metric', 'judge', 'dataset']),
    reason: Message,
    hint: Message.optional(),
    invocations: z.array(InvocationScore).optional(),
    judged: Judged.optional(),
  }),
])
export type Score = z.infer<typeof Score>

/** The score for a quantity that was not reported. It carries no reasons per turn, which would fill most of a run. */
export function notReported(metric: string): Extract<Score, { status: 'not-evaluated' }> {
  return { status: 'not-evaluated', metric, reason: message('The agent does not report it'), informational: true }
}

/** True when a judge could not be reached or read, so that asking again may help. */
export function isJudgeError(score: Score): boolean {
  return score.status === 'error' && score.blame === 'judge'
}

export function judgedOf(score: Score): readonly Judged[] {
  const judged: Judged[] = []
  if ('judged' in score && score.judged !== undefined) judged.push(score.judged)
  if (!('invocations' in score)) return judged
  for (const one of score.invocations ?? []) if ('judged' in one && one.judged !== undefined) judged.push(one.judged)
  return judged
}
