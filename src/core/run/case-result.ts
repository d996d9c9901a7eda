import { z } from 'zod'
import { EvalCase } from '../eval-case.ts'
import { Invocation, Usage, evidenceKinds, knownBy } from '../invocation.ts'
import { Message } from '../basics/message.ts'
import { Score } from '../score.ts'
import { isCut } from '../finish-reason.ts'

/**
 * Why a case was not played to its end. With the codes `user`, `judge` and `environment` the simulated user or the
 * agent's surroundings failed; with any other code the agent failed.
 */
export const Failure = z.object({
  code: z.string(),
  reason: Message,
  hint: Message.optional(),
  /** Position where the agent's code threw, one frame per line. */
  stack: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>

/** True when the agent itself failed. That counts as not passed; every other failure leaves the case unevaluated. */
export function isAgentFailure({ code }: Pick<Failure, 'code'>): boolean {
  return !['user', 'judge', 'environment'].includes(code)
}

/** How a simulated user ended a conversation; `turn-limit` is not a normal end. */
export const Ending = z.enum(['stop-signal', 'turn-limit'])
export type Ending = z.infer<typeof Ending>

/** The cost of a simulated user's model for one conversation; it is not part of the agent's cost. */
export const UserCost = z.object({ calls: z.number(), seconds: z.number(), usage: Usage.optional() })
export type UserCost = z.infer<typeof UserCost>

/**
 * Describes what the agent really did in a case. With a `failure`, the invocations are those that it finished before,
 * and what is known of the one in which it failed.
 *
 * @example
 * const transcript: Transcript = {
 *   invocations: [{ userContent: { parts: [{ text: 'Hello' }] }, finalResponse: { parts: [{ text: 'Hi' }] } }],
 * }
 */
export const Transcript = z.object({
  invocations: z.array(Invocation),
  failure: Failure.optional(),
  /** Absent when a script was played, and when the conversation did not reach an end. */
  ending: Ending.optional(),
  userCost: UserCost.optional(),
  /** The run in which the agent was asked, when its transcript was reused because no input had changed. */
  askedIn: z.string().optional(),
})
export type Transcript = z.infer<typeof Transcript>

/** Counts the exchanges that the agent finished: without the one in which it failed, of which a part may be known. */
export function finishedTurns({ invocations, failure }: Transcript): number {
  const mayBeUnfinished = failure !== undefined && failure.code !== 'user'
  return invocations.length - (mayBeUnfinished && endsUnfinished(invocations) ? 1 : 0)
}

/** Returns whether the last exchange broke off without an answer. */
export function endsUnfinished(invocations: readonly Invocation[]): boolean {
  const last = invocations.at(-1)
  return last?.provenance?.brokenOff === true && last.finalResponse === undefined
}

/**
 * The outcome of a case.
 *
 * - `passed`: every metric with a verdict passed
 * - `failed`: the agent answered and a metric failed
 * - `error`: the agent threw, timed out, or its answer cannot be read. It did not pass
 * - `not-evaluated`: nothing failed, but a score is missing: there was no reference, or something other than the agent
 * failed
 */
export const Verdict = z.enum(['passed', 'failed', 'error', 'not-evaluated'])
export type Verdict = z.infer<typeof Verdict>

export const ModelCost = z.object({
  /** Failed calls included. */
  calls: z.number(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** US dollars; absent when no price is known. */
  dollars: z.number().optional(),
  /** Calls of unknown cost; absent when there are none. */
  unpriced: z.number().optional(),
  /** Estimated US dollars of the unpriced calls, from other calls of the model; absent when there is no estimate. */
  mayCost: z.number().optional(),
})
export type ModelCost = z.infer<typeof ModelCost>

/** The cost of judges. `saved` counts samples skipped as the outcome was settled, `cached` those from the cache. */
export const JudgeCost = ModelCost.extend({
  cached: z.number(),
  saved: z.number(),
  /** Results with passages that address the judge; absent when there are none. */
  addressed: z.number().optional(),
})
export type JudgeCost = z.infer<typeof JudgeCost>

/**
 * Tokens, calls and time of the agent, and the cost of the other models apart from it. Counters that nobody reported
 * are absent. A run's cost can exceed the sum of its cases: it includes paid answers that are in no score.
 */
export const Cost = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** Counted over the exchanges whose calls are known. */
  toolCalls: z.number().optional(),
  agentSeconds: z.number().optional(),
  /** US dollars that the agent reported for its models. */
  agentDollars: z.number().optional(),
  judge: JudgeCost.optional(),
  /** Cost of simulated users; for a case it is in the transcript. */
  user: ModelCost.optional(),
  environment: ModelCost.optional(),
  /** Cost of models behind a pack's agent, also counted as the agent's tokens. For a case it is in the invocations. */
  agent: ModelCost.optional(),
})
export type Cost = z.infer<typeof Cost>

/** Returns the agent's cost as paid, or else as the agent reported it; undefined when unknown. */
export function agentDollarsOf({ agent, agentDollars }: Cost): number | undefined {
  return agent?.dollars ?? agentDollars
}

/** Tells whether calls or exchanges of unknown cost come on top of what `agentDollarsOf` returns. */
export function agentCostsMore({ agent }: Cost, evidence: EvidenceCounts | undefined): boolean {
  if (agent?.dollars !== undefined) return (agent.unpriced ?? 0) > 0
  const { exchanges = 0, reported = {}, observed = {} } = evidence ?? {}
  return (reported['cost'] ?? 0) + (observed['cost'] ?? 0) < exchanges
}

/**
 * Describes how one repeat of one case ended: what was asked and done, its scores, verdict and cost. `position` counts the
 * dataset's cases from 0, `repeat` counts from 0, `durationMs` is in milliseconds.
 *
 * @example
 * const failed = ({ verdict, evalCase }: CaseResult) => (verdict === 'failed' ? [evalCase.id] : [])
 * const { results } = await evaluate({ dataset: 'weather.evalset.json', agent })
 * results.flatMap(failed)
 */
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
 * Applies the strict rule: an unevaluated metric never hides behind a pass, and a failed metric fails the case whatever
 * else is unevaluated. With ADK's rule (`adkCompat`) any pass hides unevaluated metrics.
 */
export function verdictOf(
  scores: readonly Score[],
  failure: Failure | undefined,
  options: { adkCompat?: boolean } = {},
): Verdict {
  const failed = scores.some((score) => score.status === 'scored' && !score.passed)
  const passed = scores.some((score) => score.status === 'scored' && score.passed)
  if (isAgentError(scores, failure)) return options.adkCompat === true ? 'failed' : 'error'
  if (failed) return 'failed'
  if (failure !== undefined) return 'not-evaluated'
  if (options.adkCompat !== true && scores.some(isMissing)) return 'not-evaluated'
  return passed ? 'passed' : 'not-evaluated'
}

/** Returns the verdict by the current rule: older versions stored `error` whoever failed. */
export function verdictNow(verdict: Verdict, scores: readonly Score[], failure: Failure | undefined): Verdict {
  return verdict === 'error' && !isAgentError(scores, failure) ? 'not-evaluated' : verdict
}

/** True when a result is unevaluated because something other than the agent failed, not for want of a reference. */
export function isBroken({
  verdict,
  scores,
  failure,
}: Pick<CaseResult, 'verdict' | 'scores'> & Pick<Transcript, 'failure'>): boolean {
  return verdict === 'not-evaluated' && (failure !== undefined || scores.some(({ status }) => status === 'error'))
}

function isAgentError(scores: readonly Score[], failure: Failure | undefined): boolean {
  if (failure !== undefined && isAgentFailure(failure)) return true
  return scores.some((score) => score.status === 'error' && score.blame === 'agent')
}

function isMissing(score: Score): boolean {
  return score.status === 'error' || (score.status === 'not-evaluated' && score.informational !== true)
}

const Counts = z.record(z.string(), z.number())

/** How the evidence of some exchanges became known, and how many of their answers were cut. */
export const EvidenceCounts = z.object({
  exchanges: z.number(),
  /** The number of exchanges in which the agent reported each kind of evidence; elsewhere it is observed or unknown. */
  reported: Counts,
  observed: Counts,
  listeners: z.array(z.string()),
  /** Answers cut by their length, a filter or an error, by finish reason. */
  cut: Counts,
})
export type EvidenceCounts = z.infer<typeof EvidenceCounts>

/** Counts the evidence of exchanges. A kind without a count is unknown in all of them. */
export function evidenceCountsOf(invocations: readonly Invocation[]): EvidenceCounts {
  const reported: Record<string, number> = {}
  const observed: Record<string, number> = {}
  const cut: Record<string, number> = {}
  const listeners = new Set<string>()
  for (const invocation of invocations) {
    const { finishReason, provenance } = invocation
    for (const kind of evidenceKinds) {
      const by = knownBy(invocation, kind)
      if (by !== 'unknown') increase(by === 'reported' ? reported : observed, kind)
    }
    if (isCut(finishReason)) increase(cut, finishReason)
    for (const listener of provenance?.listener?.split(', ') ?? []) listeners.add(listener)
  }
  return { exchanges: invocations.length, reported, observed, listeners: [...listeners], cut }
}

export function addEvidence(first: EvidenceCounts | undefined, second: EvidenceCounts): EvidenceCounts {
  if (first === undefined) return second
  return {
    exchanges: first.exchanges + second.exchanges,
    reported: added(first.reported, second.reported),
    observed: added(first.observed, second.observed),
    listeners: [...new Set([...first.listeners, ...second.listeners])],
    cut: added(first.cut, second.cut),
  }
}

export function cutAnswers(evidence: EvidenceCounts | undefined): number {
  return Object.values(evidence?.cut ?? {}).reduce((sum, count) => sum + count, 0)
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function added(first: Readonly<Record<string, number>>, second: Readonly<Record<string, number>>) {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...names].map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]))
}
