import { z } from 'zod'
import { Estimate } from '../../core/run/estimate.ts'

/** The kinds of failure of a run beside earlier ones of its dataset, and its failures in the order in which they are to be read. */
export const AtlasPage = z.object({
  /** The oldest first; the last one is meant. */
  runs: z.array(
    z.object({
      runId: z.string(),
      name: z.string(),
      createdAt: z.string(),
      failures: z.number(),
      evaluated: z.number(),
    }),
  ),
  modes: z.array(
    z.object({
      name: z.string(),
      definition: z.string(),
      /** Of each run, among all its evaluated results: as people would have it, where they said enough. */
      shares: z.array(Estimate.nullable()).readonly(),
    }),
  ),
  failures: z.array(
    z.object({
      position: z.number(),
      repeat: z.number(),
      caseId: z.string(),
      /** What its evidence says. */
      byEvidence: z.string().nullable(),
      /** What a person read. */
      read: z.object({ mode: z.string(), at: z.string() }).optional(),
    }),
  ),
})
export type AtlasPage = z.infer<typeof AtlasPage>
