import { z } from 'zod'

const rating = {
  /** Such as `groundedness`; absent where the metric as a whole is meant. */
  aspect: z.string().min(1).max(200).optional(),
  value: z.number().min(0).max(1).optional(),
  passed: z.boolean().optional(),
  comment: z.string().max(10_000).optional(),
  /** What should have been answered instead, as this person writes it. */
  corrected: z.string().max(100_000).optional(),
  /** Who says so, as they call themselves. Those who say nothing count as one person. */
  by: z.string().min(1).max(200).optional(),
  /** ISO 8601. */
  at: z.iso.datetime({ offset: true }),
  /** Whether it was given before the judge's answer was shown. */
  blind: z.boolean(),
  /** Given where people differed, with their labels in sight: it decides, and is no independent word beside theirs. */
  settles: z.literal(true).optional(),
  /** The result was picked by somebody and not drawn: the label says nothing of the results as a whole. */
  picked: z.literal(true).optional(),
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
  corrected?: string | undefined
}): boolean {
  return saysSomething(said) || [said.comment, said.corrected].some((text = '') => text.trim() !== '')
}

const saysNothing = { message: 'a label needs a value, or whether it passed; a note needs a comment' }

/** What a person says of a result, whichever it is: whether it is right, how good it is, or both; or a note on it. */
export const HumanRating = z.object(rating).refine(isLabelOrNote, saysNothing)
export type HumanRating = z.infer<typeof HumanRating>

/**
 * Describes what a person says of one result, or of an aspect of it: whether it passes, how good it is (0–1), a comment, or
 * several of these. The place is a case of a run and one of its repeats, both counted from 0, and a metric unless the whole
 * result is meant.
 *
 * @example
 * const place = { runId: '20261123-013323-3mms', position: 0, repeat: 0, caseId: 'capital' }
 * HumanLabel.parse({ ...place, passed: true, by: 'Aiko', at: '2026-11-23T09:00:00Z', blind: true })
 */
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

/** The aspects in which people read failures, of a result as a whole: a note before anybody proposed anything, and its mode. */
export const readingAspects = { note: 'failure note', mode: 'failure mode' } as const
