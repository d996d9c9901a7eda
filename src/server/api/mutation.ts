import { z } from 'zod'
import { Estimate } from '../../core/index.ts'

/** A mutant: a transcript with a planted fault, and the metrics that noticed the fault. */
const MutantRow = z.object({
  position: z.number(),
  repeat: z.number(),
  number: z.number(),
  caseId: z.string(),
  place: z.string(),
  change: z.string(),
  fate: z.enum(['killed', 'alive', 'equivalent', 'uncertain']),
  killedBy: z.array(z.string()),
})

/** The kinds of fault that the metrics of a run notice, as a table of operators by metrics. */
export const MutationPage = z.object({
  score: Estimate.nullable(),
  metrics: z.array(z.string()),
  leftOut: z.array(z.string()),
  /** Operators whose faults were noticed least come first. */
  operators: z.array(
    z.object({
      operator: z.string(),
      plants: z.string(),
      killed: z.number(),
      alive: z.number(),
      equivalent: z.number(),
      uncertain: z.number(),
      killedBy: z.record(z.string(), z.number()),
      mutants: z.array(MutantRow),
    }),
  ),
})
export type MutationPage = z.infer<typeof MutationPage>

/** The calls, results and answers of a transcript, one a line, before and after the fault was planted. */
export const MutantDetail = z.object({ before: z.array(z.string()), after: z.array(z.string()) })
export type MutantDetail = z.infer<typeof MutantDetail>
