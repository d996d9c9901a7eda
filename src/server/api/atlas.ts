import { z } from 'zod'
import { Estimate } from '../../core/run/estimate.ts'

/** The failure modes of a run beside earlier runs of its dataset, and its failures in an order drawn by chance for reading. */
export const AtlasPage = z.object({
  /** Oldest first; the last one is the run that the page is about. */
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
      /** One share for each run, among all its evaluated results; corrected by people's readings where there are enough. */
      shares: z.array(Estimate.nullable()).readonly(),
    }),
  ),
  failures: z.array(
    z.object({
      position: z.number(),
      repeat: z.number(),
      caseId: z.string(),
      /** The mode that the result's evidence points to; null where it points to none. */
      byEvidence: z.string().nullable(),
      read: z.object({ mode: z.string(), at: z.string() }).optional(),
    }),
  ),
})
export type AtlasPage = z.infer<typeof AtlasPage>
