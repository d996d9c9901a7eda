import { z } from 'zod'
import { Measurement, Message } from '../../core/index.ts'

const WinRate = z.object({
  wins: z.number(),
  ties: z.number(),
  losses: z.number(),
  notEvaluated: z.number(),
  rate: Measurement,
})

export const PreferenceSummary = z.object({
  runs: z.array(z.object({ runId: z.string(), name: z.string() })),
  cases: z.number(),
  overall: WinRate,
  /** Pairs settled without a judge: both answers are the same, or one side has none. */
  same: z.number(),
  unanswered: z.number(),
  /** The most frequent reasons why pairs were not evaluated. */
  silences: z.array(z.object({ reason: Message, count: z.number() })),
  order: z.object({ asked: z.number(), turned: z.number(), halfTurned: z.number(), shownFirst: Measurement }),
  longerPreferred: Measurement,
})
export type PreferenceSummary = z.infer<typeof PreferenceSummary>
