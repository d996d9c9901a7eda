import { z } from '../../source/shapes.ts'

const Interval = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  n: z.number(),
  level: z.number(),
  method: z.string(),
})

/** What the page shows of a file of `shinsa judge race`. */
export const JudgeRaceFile = z.object({
  results: z.number(),
  judges: z
    .array(
      z.object({
        name: z.string(),
        agreement: Interval,
        dollars: z.number().optional(),
        seconds: z.number().optional(),
      }),
    )
    .min(2),
  differences: z.array(z.object({ first: z.string(), second: z.string(), apart: z.boolean() })),
  best: z.array(z.string()),
})
export type JudgeRaceFile = z.infer<typeof JudgeRaceFile>

const JudgeDriftFile = z.object({
  outcome: z.enum(['changed', 'not-changed', 'cannot-tell']),
  answered: z.number(),
  flipped: z.number(),
  passes: z.object({ p: z.number(), difference: Interval }).optional(),
  relevant: z.number(),
  judges: z.object({ first: z.string(), second: z.string() }),
})
export type JudgeDriftFile = z.infer<typeof JudgeDriftFile>

/** The same of `shinsa judge validate --against`. */
export const Validation = z.object({
  metrics: z.array(z.object({ metric: z.string(), drift: JudgeDriftFile.optional() })),
})
