import { z } from 'zod'
import { Message } from './basics/message.ts'
import { Estimate, Measurement } from './run/estimate.ts'

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
      /** Krippendorff's alpha of all people together, over results that several labelled, judged or not. */
      alpha: z
        .object({ people: z.number(), verdicts: Measurement.optional(), scores: Measurement.optional() })
        .optional(),
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

/** What a judge and people said of one labelled result, or of one aspect of it; the same one has the same `id` whenever it is judged. */
export const JudgedItem = z.object({
  id: z.string(),
  /** What people know the result by. */
  name: z.string(),
  /** Results of one case are not independent. */
  case: z.string(),
  people: Rating,
  /** Absent where the judge said nothing. */
  judge: Rating.optional(),
  seconds: z.number().optional(),
  /** US dollars; absent where nobody knows the price. */
  dollars: z.number().optional(),
})
export type JudgedItem = z.infer<typeof JudgedItem>

/** A test of whether two judges, or one judge at two times, differ on the same results; second minus first. */
const PairedTest = z.object({ name: z.string(), p: z.number(), difference: Estimate })

/** Several judges over the same labelled results. What a judge did not answer counts as no agreement. */
export const JudgeRace = z.object({
  /** Labelled results, and aspects of them, on which people are not tied. */
  results: z.number(),
  cases: z.number(),
  tied: z.number(),
  /** The one that agrees most first. */
  judges: z.array(
    z.object({
      name: z.string(),
      judge: z.string(),
      metric: z.string().optional(),
      config: z.string().optional(),
      answered: z.number(),
      /** With the verdicts of people; of scores without a verdict, how near they are. */
      agreement: Estimate,
      /** Where it answered. */
      kappa: Measurement,
      /** For each result, on average; absent where nobody knows the price, or the cache answered all. */
      dollars: z.number().optional(),
      seconds: z.number().optional(),
    }),
  ),
  /** All pairs. `adjustedP` is Holm's, and the intervals are at the level at which he tests the pair. */
  differences: z.array(
    PairedTest.extend({
      first: z.string(),
      second: z.string(),
      adjustedP: z.number(),
      /** Whether they can be told apart. */
      apart: z.boolean(),
      casesNeeded: z.number().optional(),
    }),
  ),
  /** Those that cannot be told from the one that agrees most, which is the first. */
  best: z.array(z.string()),
})
export type JudgeRace = z.infer<typeof JudgeRace>

/** A judge against what it said of the same results earlier. */
export const JudgeDrift = z.object({
  outcome: z.enum(['changed', 'not-changed', 'cannot-tell']),
  /** Results that both have, and of these with an answer both times. */
  results: z.number(),
  answered: z.number(),
  /** Verdicts that are others now. */
  flipped: z.number(),
  /** Whether it passes more or less than before; absent where nothing was answered both times, as are the others. */
  passes: PairedTest.optional(),
  /** Whether it agrees more or less with people than before. */
  agreement: PairedTest.optional(),
  /** The change of its passes that so many results would show, four times out of five. */
  detectable: z.number().optional(),
  /** A smaller change than this is taken for one that does not matter. */
  relevant: z.number(),
  judges: z.object({ first: z.string(), second: z.string() }),
})
export type JudgeDrift = z.infer<typeof JudgeDrift>
