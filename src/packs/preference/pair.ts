import { z } from 'zod'
import { Message, type EvalCase } from '../../core/index.ts'

/** Why one of two has no answer: its agent failed, which loses, or something around it did, which says nothing. */
const Silence = z.object({ whose: z.enum(['agent', 'others']), reason: Message })

const Side = z.object({
  runId: z.string(),
  name: z.string(),
  silent: Silence.optional(),
})

/** Two answers to one case, of which one is to be preferred: the case's transcript is what the first one did. */
export const AnswerPair = z.object({
  /** The case's own id, its number among the cases that are compared, and which of its repeats this is. */
  caseId: z.string(),
  cluster: z.int().min(0),
  repeat: z.int().min(0),
  first: Side,
  second: Side.extend({ turns: z.array(z.object({ user: z.string(), agent: z.string() })) }),
})
export type AnswerPair = z.infer<typeof AnswerPair>

export const PairPlan = z.object({
  runs: z.array(z.object({ runId: z.string(), name: z.string() })).length(2),
  /** What somebody wants to be judged by, in place of what the instructions say. */
  criteria: z.string().optional(),
})
export type PairPlan = z.infer<typeof PairPlan>

/** Where a pair stands in the metadata of its case. */
export const pairKey = 'preference_pair'

/** Undefined for a case that is no pair. */
export function pairOf({ metadata }: Pick<EvalCase, 'metadata'>): AnswerPair | undefined {
  return AnswerPair.safeParse(metadata?.[pairKey]).data
}
