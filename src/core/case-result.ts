import { z } from 'zod'
import { EvalCase } from './eval-case.ts'
import { Invocation, Usage } from './invocation.ts'
import { Message } from './message.ts'
import { Score } from './score.ts'

/** Why a case was not played to its end. The code `user` says that the simulated user failed, and not the agent. */
export const Failure = z.object({ code: z.string(), reason: Message, hint: Message.optional() })
export type Failure = z.infer<typeof Failure>

/** How a simulated user ended a conversation: it was done, or it ran into its limit, which is no normal end. */
export const Ending = z.enum(['stop-signal', 'turn-limit'])
export type Ending = z.infer<typeof Ending>

/** What a simulated user's model took for one conversation; no part of the agent's cost. */
export const UserCost = z.object({ calls: z.number(), seconds: z.number(), usage: Usage.optional() })
export type UserCost = z.infer<typeof UserCost>

/** What the agent really did. With a `failure`, the invocations are those that it finished before. */
export const Transcript = z.object({
  invocations: z.array(Invocation),
  failure: Failure.optional(),
  /** Absent where a script was played, and where the conversation did not get to an end. */
  ending: Ending.optional(),
  userCost: UserCost.optional(),
})
export type Transcript = z.infer<typeof Transcript>

/**
 * What became of a case.
 *
 * - `passed`: every metric that passes judgement passed
 * - `failed`: the agent answered and a metric failed
 * - `error`: the agent, a metric or a judge broke
 * - `not-evaluated`: nothing failed, but something that should have been scored was not
 */
export const Verdict = z.enum(['passed', 'failed', 'error', 'not-evaluated'])
export type Verdict = z.infer<typeof Verdict>

/** What language models took. */
export const ModelCost = z.object({
  /** How often they were asked, failures included. */
  calls: z.number(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** US dollars; absent when no price is known. */
  dollars: z.number().optional(),
  /** Calls of which nobody knows what they cost; absent when there are none. */
  unpriced: z.number().optional(),
})
export type ModelCost = z.infer<typeof ModelCost>

/** What judges took. `saved` were not needed because the outcome was settled, `cached` were answered before. */
export const JudgeCost = ModelCost.extend({
  cached: z.number(),
  saved: z.number(),
  /** Results with passages that speak to the judge; absent when there are none. */
  addressed: z.number().optional(),
})
export type JudgeCost = z.infer<typeof JudgeCost>

/**
 * What something took: tokens, calls and time of the agent, and what models around it took apart. Counters that nobody
 * reported are absent. A run's cost has more than its cases have together: also what was paid for answers that stand in
 * no score.
 */
export const Cost = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  toolCalls: z.number(),
  agentSeconds: z.number().optional(),
  judge: JudgeCost.optional(),
  /** Of simulated users; a case has it in its transcript. */
  user: ModelCost.optional(),
  /** Of models that answer in place of tools. */
  environment: ModelCost.optional(),
  /** Of models that an agent that ships asks; its tokens are also the agent's. A case has it in its invocations. */
  agent: ModelCost.optional(),
})
export type Cost = z.infer<typeof Cost>

/** How one repeat of one case ended. `position` counts the dataset's cases from 0, `repeat` counts from 0. */
export const CaseResult = z.object({
  position: z.number(),
  repeat: z.number(),
  evalCase: EvalCase,
  transcript: Transcript,
  scores: z.array(Score),
  verdict: Verdict,
  cost: Cost,
  /** From opening the conversation to the last score. */
  durationMs: z.number(),
})
export type CaseResult = z.infer<typeof CaseResult>

/**
 * The strict rule: what could not be evaluated never hides behind what passed.
 * ADK's rule (`adkCompat`) lets any pass hide any unevaluated metric.
 */
export function verdictOf(
  scores: readonly Score[],
  failure: Failure | undefined,
  options: { adkCompat?: boolean } = {},
): Verdict {
  const failed = scores.some((score) => score.status === 'scored' && !score.passed)
  const passed = scores.some((score) => score.status === 'scored' && score.passed)
  if (options.adkCompat === true) {
    if (failed || failure !== undefined) return 'failed'
    return passed ? 'passed' : 'not-evaluated'
  }
  if (failure !== undefined) return 'error'
  if (failed) return 'failed'
  if (scores.some((score) => score.status === 'error')) return 'error'
  if (scores.some((score) => score.status === 'not-evaluated' && score.informational !== true)) return 'not-evaluated'
  return passed ? 'passed' : 'not-evaluated'
}
