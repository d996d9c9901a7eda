import { z } from 'zod'

/** What a session tells the process that plays a round. Both are the same version of the same program. */
export const RoundOrder = z.object({
  operands: z.array(z.string()),
  flags: z.record(z.string(), z.unknown()),
  watch: z.object({ session: z.string(), processId: z.number() }),
  /** The runs of the round before, by what tells them apart. */
  before: z.record(z.string(), z.string()),
  asking: z.enum(['changed', 'failed', 'all']),
  /** Whether somebody agreed to what rounds cost. */
  isAllowed: z.boolean(),
  /** What the rounds before cost, in US dollars. */
  spent: z.number(),
  isFirst: z.boolean(),
  /** The files whose change is why the round is played. */
  changes: z.array(z.string()),
  clearsScreen: z.boolean(),
})
export type RoundOrder = z.infer<typeof RoundOrder>

export const ToRound = z.discriminatedUnion('type', [
  z.object({ type: z.literal('play'), order: RoundOrder }),
  z.object({ type: z.literal('stop') }),
])
export type ToRound = z.infer<typeof ToRound>

const states = z.array(z.tuple([z.string(), z.string()]))

/** What that process tells. */
export const FromRound = z.discriminatedUnion('type', [
  /** What a change can touch, each in the state in which it was read. */
  z.object({ type: z.literal('inputs'), states }),
  z.object({
    type: z.literal('end'),
    /** Whether all of it was played; otherwise it was stopped, or it could not begin. */
    isWhole: z.boolean(),
    exitCode: z.number(),
    /** Whether no change of a file could help. */
    isHopeless: z.boolean(),
    runs: z.record(z.string(), z.string()),
    spent: z.number(),
    states,
  }),
])
export type FromRound = z.infer<typeof FromRound>
