import { z } from 'zod'

/** Who reviews, and from which confidence on nobody has to look. */
export const ReviewerDetail = z.object({
  name: z.string(),
  /** A review is sent to a model, which may cost money. */
  asksModel: z.boolean(),
  line: z.object({
    threshold: z.number(),
    /** From a certificate or the grid of a run with this reviewer; `default` when there is none. */
    from: z.enum(['certified', 'grid', 'default']),
    runId: z.string().optional(),
  }),
})
export type ReviewerDetail = z.infer<typeof ReviewerDetail>
