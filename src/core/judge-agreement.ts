import { z } from 'zod'
import { Message } from './basics/message.ts'
import { Measurement } from './run/estimate.ts'

/** How far two raters of the same things agree; the first is the one that the second is measured against. */
export const Agreement = z.object({
  /** Things of which both gave a verdict. */
  verdicts: z.number(),
  /** The cases that they are of, where several are of one: intervals count these. */
  cases: z.number().optional(),
  /** Rows are what the first says, columns what the second does: `[[both failed, passed], [failed, both passed]]`. */
  matrix: z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]),
  /** The share of the same verdicts. */
  raw: Measurement,
  /** Cohen's. */
  kappa: Measurement,
  /** Gwet's. */
  ac1: Measurement,
  /** Things that both scored 0–1. */
  scores: z.number(),
  /** Of scores; the further apart they are, the more it counts. */
  weightedKappa: Measurement,
  /** The second's scores minus the first's, on average. */
  meanShift: Measurement,
})
export type Agreement = z.infer<typeof Agreement>

/** A verdict and a score, or one of the two. */
export const Rating = z.object({ value: z.number().optional(), passed: z.boolean().optional() })
export type Rating = z.infer<typeof Rating>

/** How far a judge agrees with people over the results that they labelled for one metric. */
export const JudgeAgreement = z.object({
  metric: z.string(),
  /** Results that people labelled. */
  results: z.number(),
  /** Those that the judge could not score, with the reason. */
  notEvaluated: z.array(z.object({ name: z.string(), reason: Message })),
  /** First the whole result, without an aspect; then its aspects. */
  rows: z.array(
    z.object({
      aspect: z.string().optional(),
      /** People on the one side, the judge on the other. */
      judge: Agreement,
      /** The same if the judge had contradicted people wherever it said nothing; absent where it said something of all. */
      judgeAtWorst: Agreement.extend({ missing: z.number() }).optional(),
      /** People among themselves, two at a time; absent where nobody labelled what another did. */
      people: Agreement.optional(),
      /** Results on which as many people said the one as the other; they are in no verdict. */
      tied: z.number(),
      /** Results that the judge scored without saying anything of this aspect. */
      unsaid: z.number(),
    }),
  ),
  disagreements: z.array(
    z.object({
      name: z.string(),
      aspect: z.string().optional(),
      people: Rating,
      judge: Rating,
      comments: z.array(z.string()),
    }),
  ),
})
export type JudgeAgreement = z.infer<typeof JudgeAgreement>
