import { z } from 'zod'
import type { Verdict } from '../../core/run/case-result.ts'
import type { Score } from '../../core/score.ts'

/**
 * What answers about runbooks are worth under the rule of their requirement: enough questions pass, and the mean is high
 * enough. Values are 0–1. Every question is in exactly one of `judged`, `judgeErrors`, `agentErrors` and `notEvaluated`.
 */
export const RunbookSummary = z.object({
  /** Questions, that is results. */
  total: z.number(),
  judged: z.number(),
  judgeErrors: z.number(),
  agentErrors: z.number(),
  notEvaluated: z.number(),
  passed: z.number(),
  /** Of all questions. */
  passShare: z.number(),
  /** Mean over all questions: one without a score counts as 0 here and nowhere else, because the requirement says so. */
  mean: z.number(),
  /** Mean over the judged ones; null where there is none. */
  judgedMean: z.number().nullable(),
  /** From which mean a question passes, which share of the questions has to, and how high the mean has to be. */
  rule: z.object({ passLine: z.number(), share: z.number(), mean: z.number() }),
  accepted: z.boolean(),
  /** How often the agent raised exactly the expected flags; absent where nobody looked. */
  flags: z.object({ checked: z.number(), right: z.number() }).optional(),
})
export type RunbookSummary = z.infer<typeof RunbookSummary>

/** Whether a question got its score from the panel, and who broke if it did not. */
export type RunbookOutcome = 'judged' | 'judge_error' | 'agent_error' | 'not_evaluated'

export function runbookOutcome(result: {
  readonly scores: readonly Score[]
  readonly verdict: Verdict
}): RunbookOutcome {
  const panel = result.scores.find(({ metric }) => metric === 'runbook_panel')
  if (panel?.status === 'scored') return 'judged'
  if (panel?.status === 'error') return 'judge_error'
  return result.verdict === 'error' ? 'agent_error' : 'not_evaluated'
}
