import { z } from 'zod'

/**
 * What a person says of a result: whether it is right, how good it is, or both. The place is a case of a run, one of its
 * repeats, a metric, and where the metric has several, one of its aspects.
 */
export const HumanLabel = z
  .object({
    runId: z.string(),
    /** Of the case in its dataset, from 0. */
    position: z.int().min(0),
    repeat: z.int().min(0),
    caseId: z.string(),
    metric: z.string().min(1).max(200),
    /** Such as `groundedness`; absent where the whole result is meant. */
    aspect: z.string().min(1).max(200).optional(),
    value: z.number().min(0).max(1).optional(),
    passed: z.boolean().optional(),
    comment: z.string().max(10_000).optional(),
    /** Who says so, as they call themselves. Those who say nothing count as one person. */
    by: z.string().min(1).max(200).optional(),
    /** ISO 8601. */
    at: z.iso.datetime({ offset: true }),
    /** Whether it was given before the judge's answer was shown. */
    blind: z.boolean(),
  })
  .refine(({ value, passed }) => value !== undefined || passed !== undefined, {
    message: 'a label needs a value, or whether it passed',
  })
export type HumanLabel = z.infer<typeof HumanLabel>
