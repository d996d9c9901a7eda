import { z } from 'zod'

/** The reviewer, and the confidence from which on its reviews need no person. */
export const ReviewerDetail = z.object({
  name: z.string(),
  /** True when a review is sent to a model, which may cost money. */
  asksModel: z.boolean(),
  line: z.object({
    threshold: z.number(),
    /** The source: a certificate or the grid of a run with this reviewer, or `default` when there is neither. */
    from: z.enum(['certified', 'grid', 'default']),
    runId: z.string().optional(),
  }),
})
export type ReviewerDetail = z.infer<typeof ReviewerDetail>
