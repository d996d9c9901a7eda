import { z } from 'zod'
import { Estimate } from '../core/run/estimate.ts'

const Entry = z.object({ at: z.string(), previous: z.string() })

export const ImproveGoal = z.object({
  id: z.string(),
  dataset: z.string(),
  /** `pass-rate`, or the name of a metric, which stands for its mean. */
  goal: z.string(),
  direction: z.enum(['up', 'down']),
  /** The smallest difference that matters, 0–1. */
  smallest: z.number(),
  /** The probability of a wrong "better", over any number of looks. */
  alpha: z.number(),
  seed: z.number(),
  /** Files and folders of the agent that may change; nothing else may. */
  mayChange: z.array(z.string()),
  target: z.string().optional(),
  config: z.string().optional(),
  open: z.number(),
  sealed: z.number(),
})
export type ImproveGoal = z.infer<typeof ImproveGoal>

/** Cases that could not be evaluated when the baseline was played; no comparison has them, nor `repeats` of others. */
const withoutBase = z.object({ open: z.number(), sealed: z.number(), repeats: z.number().optional() }).optional()

export const TrailEntry = z.discriminatedUnion('type', [
  Entry.extend({
    type: z.literal('begun'),
    goal: ImproveGoal,
    openMean: Estimate.nullable(),
    withoutBase,
    /** Sealed cases that an earlier goal of the project has looked at. */
    lookedBefore: z.number().optional(),
  }),
  Entry.extend({
    type: z.literal('registered'),
    change: z.number(),
    what: z.string(),
    why: z.string(),
    expected: z.number().optional(),
    /** A fingerprint of the files that may change, taken when the change was registered. */
    agent: z.string(),
  }),
  Entry.extend({
    type: z.literal('tried'),
    change: z.number(),
    runId: z.string(),
    difference: Estimate.nullable(),
    twins: z.object({ asked: z.number(), lost: z.array(z.string()), won: z.number(), p: z.number() }),
  }),
  Entry.extend({
    type: z.literal('looked'),
    change: z.number(),
    look: z.number(),
    alpha: z.number(),
    outcome: z.enum(['better', 'cannot tell yet', 'not better']),
    notEvaluated: z.number(),
    /** Repeats of the other sealed cases that could not be evaluated. */
    unevaluatedRepeats: z.number().optional(),
    /** The number of sealed cases needed to show the smallest difference, estimated from the open ones. */
    needed: z.number().optional(),
    difference: Estimate.nullable(),
  }),
  Entry.extend({ type: z.literal('not comparable'), change: z.number(), differences: z.array(z.string()) }),
  Entry.extend({
    type: z.literal('accepted'),
    by: z.string(),
    why: z.string(),
    differences: z.array(z.string()),
    withoutBase,
  }),
])
export type TrailEntry = z.infer<typeof TrailEntry>
export type NewTrailEntry = TrailEntry extends infer One
  ? One extends unknown
    ? Omit<One, 'at' | 'previous'>
    : never
  : never

export type ImproveState = {
  readonly looks: number
  readonly betters: number
  /** The change that was registered last and is not decided yet. */
  readonly change: Extract<TrailEntry, { type: 'registered' }> | undefined
  readonly tried: Extract<TrailEntry, { type: 'tried' }> | undefined
  readonly changes: number
}

export function stateOf(trail: readonly TrailEntry[]): ImproveState {
  const looked = trail.filter((entry) => entry.type === 'looked')
  const registered = trail.filter((entry) => entry.type === 'registered')
  const last = registered.at(-1)
  const isDecided = looked.some(({ change, outcome }) => change === last?.change && outcome === 'better')
  const change = isDecided ? undefined : last
  return {
    // "Not better" is decided on the open cases, so it costs no look.
    looks: looked.filter(({ outcome }) => outcome !== 'not better').length,
    betters: looked.filter(({ outcome }) => outcome === 'better').length,
    change,
    tried: trail.findLast(
      (entry) => entry.type === 'tried' && entry.change === change?.change,
    ) as ImproveState['tried'],
    changes: registered.length,
  }
}
