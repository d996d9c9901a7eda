import { z } from 'zod'
import { Message, type EvalCase } from '../../core/index.ts'

/** The reason for a missing answer: the agent's own failure loses the pair, any other failure says nothing. */
const Silence = z.object({ whose: z.enum(['agent', 'others']), reason: Message })

const Side = z.object({
  runId: z.string(),
  name: z.string(),
  silent: Silence.optional(),
})

/** Two answers to one case. The transcript of the case is that of the first answer. */
export const AnswerPair = z.object({
  /** The id of the compared case, its number among the compared cases, and the repeat. */
  caseId: z.string(),
  cluster: z.int().min(0),
  repeat: z.int().min(0),
  first: Side,
  second: Side.extend({ turns: z.array(z.object({ user: z.string(), agent: z.string() })) }),
})
export type AnswerPair = z.infer<typeof AnswerPair>

export const PairPlan = z.object({
  runs: z.array(z.object({ runId: z.string(), name: z.string() })).length(2),
  /** The user's own criteria; they replace those of the instructions. */
  criteria: z.string().optional(),
})
export type PairPlan = z.infer<typeof PairPlan>

export const pairKey = 'preference_pair'

export function pairOf({ metadata }: Pick<EvalCase, 'metadata'>): AnswerPair | undefined {
  return AnswerPair.safeParse(metadata?.[pairKey]).data
}
