import { z } from 'zod'
import { Message } from './basics/message.ts'
import { Estimate, Measurement } from './run/estimate.ts'

/** The agreement of two raters on the same items; the first rater is the reference. */
export const Agreement = z.object({
  /** Items on which both raters gave a verdict. */
  verdicts: z.number(),
  /** The number of cases behind those items, when several items share a case; intervals are over cases. */
  cases: z.number().optional(),
  /** Rows are the first rater, columns the second: `[[both failed, passed], [failed, both passed]]`. */
  matrix: z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]),
  /** The share of equal verdicts. */
  raw: Measurement,
  /** Cohen's kappa of the verdicts. */
  kappa: Measurement,
  /** Gwet's AC1 of the verdicts. */
  ac1: Measurement,
  /** Items that both raters scored 0–1. */
  scores: z.number(),
  /** Kappa of the scores; larger differences weigh more. */
  weightedKappa: Measurement,
  /** The mean of the second rater's scores minus the first's. */
  meanShift: Measurement,
})
export type Agreement = z.infer<typeof Agreement>

export const Rating = z.object({ value: z.number().optional(), passed: z.boolean().optional() })
export type Rating = z.infer<typeof Rating>

/** A judge's agreement with people on the results that they labelled for one metric. */
export const JudgeAgreement = z.object({
  metric: z.string(),
  results: z.number(),
  /** Labelled results that the judge could not score, with the reason. */
  notEvaluated: z.array(z.object({ name: z.string(), reason: Message })),
  /** The first row is the whole result and has no aspect; the others are its aspects. */
  rows: z.array(
    z.object({
      aspect: z.string().optional(),
      /** People are the first rater, the judge the second. */
      judge: Agreement,
      /** The agreement if every missing answer of the judge contradicted people; absent where it answered all. */
      judgeAtWorst: Agreement.extend({ missing: z.number() }).optional(),
      /** Agreement between pairs of people; absent where no result has two labels. */
      people: Agreement.optional(),
      /** Krippendorff's alpha of all people, over every result with several labels, whether judged or not. */
      alpha: z
        .object({ people: z.number(), verdicts: Measurement.optional(), scores: Measurement.optional() })
        .optional(),
      /** Results on which people's votes are tied; they count as no verdict. */
      tied: z.number(),
      /** Results that the judge scored without a verdict on this aspect. */
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

/** Verdicts of a judge and of people on one labelled result or aspect of it; `id` is the same for all judges. */
export const JudgedItem = z.object({
  id: z.string(),
  name: z.string(),
  /** The case of the result: results of one case are not independent. */
  case: z.string(),
  people: Rating,
  judge: Rating.optional(),
  /** True when the judge passed the result, which says nothing because it passed a decoy as well. */
  passedDecoy: z.boolean().optional(),
  seconds: z.number().optional(),
  /** US dollars; absent when unknown. */
  dollars: z.number().optional(),
})
export type JudgedItem = z.infer<typeof JudgedItem>

/** A paired test of two judges, or of one judge at two times; differences are second minus first. */
const PairedTest = z.object({ name: z.string(), p: z.number(), difference: Estimate })

/** Several judges compared on the same labelled results. An unanswered result counts as disagreement. */
export const JudgeRace = z.object({
  /** Labelled results, and aspects of them, without a tie between people. */
  results: z.number(),
  cases: z.number(),
  tied: z.number(),
  /** Sorted by agreement, the best first. */
  judges: z.array(
    z.object({
      name: z.string(),
      judge: z.string(),
      metric: z.string().optional(),
      config: z.string().optional(),
      answered: z.number(),
      /** Agreement with people's verdicts; for scores without a verdict, how close they are. */
      agreement: Estimate,
      /** Over the results that the judge answered. */
      kappa: Measurement,
      /** The mean of each result; absent when the price is unknown or the cache answered all. */
      dollars: z.number().optional(),
      seconds: z.number().optional(),
    }),
  ),
  /** All pairs. `adjustedP` is adjusted by Holm's method, and the intervals are at its level for the pair. */
  differences: z.array(
    PairedTest.extend({
      first: z.string(),
      second: z.string(),
      adjustedP: z.number(),
      /** True when the test tells the two apart. */
      apart: z.boolean(),
      casesNeeded: z.number().optional(),
    }),
  ),
  /** The judges that the test cannot tell from the first, the one that agrees most. */
  best: z.array(z.string()),
})
export type JudgeRace = z.infer<typeof JudgeRace>

/** A judge compared with its own earlier verdicts on the same results. */
export const JudgeDrift = z.object({
  outcome: z.enum(['changed', 'not-changed', 'cannot-tell']),
  /** Results present both times; `answered` counts those with an answer both times. */
  results: z.number(),
  answered: z.number(),
  flipped: z.number(),
  /** The test of its pass rate; absent, as the fields below, where nothing was answered both times. */
  passes: PairedTest.optional(),
  /** The test of its agreement with people, before and now. */
  agreement: PairedTest.optional(),
  /** The change of the pass rate that this many results would detect with a power of 80 %. */
  detectable: z.number().optional(),
  /** Smaller changes than this count as irrelevant. */
  relevant: z.number(),
  judges: z.object({ first: z.string(), second: z.string() }),
})
export type JudgeDrift = z.infer<typeof JudgeDrift>
