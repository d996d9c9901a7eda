import { z } from 'zod'

/** The order that a session sends to the process of a round. Both run the same version of Shinsa. */
export const RoundOrder = z.object({
  operands: z.array(z.string()),
  flags: z.record(z.string(), z.unknown()),
  watch: z.object({ session: z.string(), processId: z.number() }),
  /** The ids of the previous round's runs, by the key of each. */
  before: z.record(z.string(), z.string()),
  asking: z.enum(['changed', 'failed', 'all']),
  isAllowed: z.boolean(),
  /** The cost of the previous rounds in US dollars. */
  spent: z.number(),
  isFirst: z.boolean(),
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

export const FromRound = z.discriminatedUnion('type', [
  /** The files that can affect the round, with the state in which each was read. */
  z.object({ type: z.literal('inputs'), states }),
  z.object({
    type: z.literal('end'),
    /** True when the whole round was played, so that it was neither stopped nor failed to start. */
    isWhole: z.boolean(),
    exitCode: z.number(),
    /** True when no change of a file could help. */
    isHopeless: z.boolean(),
    runs: z.record(z.string(), z.string()),
    spent: z.number(),
    states,
  }),
])
export type FromRound = z.infer<typeof FromRound>
