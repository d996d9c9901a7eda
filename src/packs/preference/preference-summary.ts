import { z } from 'zod'
import { Measurement, Message } from '../../core/index.ts'

const WinRate = z.object({
  wins: z.number(),
  ties: z.number(),
  losses: z.number(),
  notEvaluated: z.number(),
  rate: Measurement,
})

/** What came of judging two runs in pairs. */
export const PreferenceSummary = z.object({
  runs: z.array(z.object({ runId: z.string(), name: z.string() })),
  cases: z.number(),
  /** How often the first run was preferred to the second. */
  overall: WinRate,
  /** Answers that were the same, and pairs that were settled because one side has no answer: nobody was asked. */
  same: z.number(),
  unanswered: z.number(),
  /** Why pairs were not evaluated, the most frequent reasons. */
  silences: z.array(z.object({ reason: Message, count: z.number() })),
  order: z.object({ asked: z.number(), turned: z.number(), halfTurned: z.number(), shownFirst: Measurement }),
  longerPreferred: Measurement,
})
export type PreferenceSummary = z.infer<typeof PreferenceSummary>
