import { z } from 'zod'

const rating = {
  /** Such as `groundedness`; absent where the metric as a whole is meant. */
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
  /** Given where people differed, with their labels in sight: it decides, and is no independent word beside theirs. */
  settles: z.literal(true).optional(),
}

/** Whether it is a label, which says something that can be compared, and not a note, which only stands beside the result. */
export function saysSomething({
  value,
  passed,
}: {
  value?: number | undefined
  passed?: boolean | undefined
}): boolean {
  return value !== undefined || passed !== undefined
}

/** Whether it is a label or at least a note. */
export function isLabelOrNote(said: {
  value?: number | undefined
  passed?: boolean | undefined
  comment?: string | undefined
}): boolean {
  return saysSomething(said) || (said.comment ?? '').trim() !== ''
}

const saysNothing = { message: 'a label needs a value, or whether it passed; a note needs a comment' }

/** What a person says of a result, whichever it is: whether it is right, how good it is, or both; or a note on it. */
export const HumanRating = z.object(rating).refine(isLabelOrNote, saysNothing)
export type HumanRating = z.infer<typeof HumanRating>

/** The same with its place: a case of a run, one of its repeats, a metric, and where that has several, one of its aspects. */
export const HumanLabel = z
  .object({
    runId: z.string(),
    /** Of the case in its dataset, from 0. */
    position: z.int().min(0),
    repeat: z.int().min(0),
    caseId: z.string(),
    /** Absent where the whole result is meant, whatever metrics there are. */
    metric: z.string().min(1).max(200).optional(),
    ...rating,
  })
  .refine(isLabelOrNote, saysNothing)
export type HumanLabel = z.infer<typeof HumanLabel>
