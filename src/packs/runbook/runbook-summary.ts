import { z } from 'zod'
import type { Verdict } from '../../core/run/case-result.ts'
import type { Score } from '../../core/score.ts'

/**
 * Summary of the answers about runbooks. They are accepted if enough questions pass and the mean is high enough. Values
 * are 0–1. Every question is in exactly one of `judged`, `judgeErrors`, `agentErrors` and `notEvaluated`.
 */
export const RunbookSummary = z.object({
  /** Number of results; each repeat of a question counts. */
  total: z.number(),
  judged: z.number(),
  judgeErrors: z.number(),
  agentErrors: z.number(),
  notEvaluated: z.number(),
  passed: z.number(),
  passShare: z.number(),
  /** Mean over all questions. The requirement counts a question without a score as 0 here, and nowhere else. */
  mean: z.number(),
  /** Mean over the judged questions; null when there are none. */
  judgedMean: z.number().nullable(),
  /** The mean from which a question passes, the share that must pass, and the overall mean that is required. */
  rule: z.object({ passLine: z.number(), share: z.number(), mean: z.number() }),
  accepted: z.boolean(),
  /** How often the agent raised exactly the expected flags; absent when no case expects any. */
  flags: z.object({ checked: z.number(), right: z.number() }).optional(),
})
export type RunbookSummary = z.infer<typeof RunbookSummary>

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
