import { z } from 'zod'

const rating = {
  /** Such as `groundedness`; absent for the metric as a whole. */
  aspect: z.string().min(1).max(200).optional(),
  value: z.number().min(0).max(1).optional(),
  passed: z.boolean().optional(),
  comment: z.string().max(10_000).optional(),
  corrected: z.string().max(100_000).optional(),
  /** The name that the person gives. Labels without a name count as one person's. */
  by: z.string().min(1).max(200).optional(),
  /** ISO 8601. */
  at: z.iso.datetime({ offset: true }),
  /** True when it was given before the judge's answer was shown. */
  blind: z.boolean(),
  /** True when it settles a disagreement in view of the other labels; it decides, but is not an independent label. */
  settles: z.literal(true).optional(),
  /** True when the person picked the result instead of drawing it at random: the label is no sample of all results. */
  picked: z.literal(true).optional(),
  /** The program that handed it on, such as an agent's, which may have made it up; absent where the person gave it. */
  through: z.string().min(1).max(200).optional(),
}

/** True for a label with a verdict or a score; false for a note alone. */
export function saysSomething({
  value,
  passed,
}: {
  value?: number | undefined
  passed?: boolean | undefined
}): boolean {
  return value !== undefined || passed !== undefined
}

export function isLabelOrNote(said: {
  value?: number | undefined
  passed?: boolean | undefined
  comment?: string | undefined
  corrected?: string | undefined
}): boolean {
  return saysSomething(said) || [said.comment, said.corrected].some((text = '') => text.trim() !== '')
}

const saysNothing = { message: 'a label needs a value, or whether it passed; a note needs a comment' }

/** True for a label that a person gave, of a result that was drawn: only such labels correct rates. */
export function correctsRates({ picked, through }: Pick<HumanRating, 'picked' | 'through'>): boolean {
  return picked !== true && through === undefined
}

/** A person's verdict, score or note on a result that is named elsewhere. */
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
    /** The index of the case in its dataset, from 0. */
    position: z.int().min(0),
    repeat: z.int().min(0),
    caseId: z.string(),
    /** Absent when the label is about the whole result. */
    metric: z.string().min(1).max(200).optional(),
    ...rating,
  })
  .refine(isLabelOrNote, saysNothing)
export type HumanLabel = z.infer<typeof HumanLabel>

/** The aspects in which people read failures of a whole result: a first note, and then its failure mode. */
export const readingAspects = { note: 'failure note', mode: 'failure mode' } as const
