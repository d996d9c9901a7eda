import { z } from 'zod'
import { Estimate, Measurement, Message } from '../../core/index.ts'

const WinRate = z.object({
  wins: z.number(),
  ties: z.number(),
  losses: z.number(),
  notEvaluated: z.number(),
  rate: Measurement,
})

/** What came of judging runs in pairs. Runs are told by their place in `runs`. */
export const PreferenceSummary = z.object({
  runs: z.array(z.object({ runId: z.string(), name: z.string() })),
  /** How often the first run was preferred to all others together. */
  overall: WinRate,
  pairs: z.array(WinRate.extend({ first: z.number(), second: z.number(), cases: z.number() })),
  /** Answers that were the same, and pairs that were settled because one side has no answer: nobody was asked. */
  same: z.number(),
  unanswered: z.number(),
  /** Why pairs were not evaluated, the most frequent reasons. */
  silences: z.array(z.object({ reason: Message, count: z.number() })),
  order: z.object({ asked: z.number(), turned: z.number(), halfTurned: z.number(), shownFirst: Measurement }),
  longerPreferred: Measurement,
  /** Absent for two runs. */
  ranking: z
    .object({
      standings: z.array(z.object({ player: z.number(), group: z.number(), strength: Estimate.nullable() })),
      unbounded: z.array(z.object({ winner: z.number(), loser: z.number() })),
      inseparable: z.array(z.tuple([z.number(), z.number()])),
    })
    .optional(),
})
export type PreferenceSummary = z.infer<typeof PreferenceSummary>
