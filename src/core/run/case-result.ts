import { z } from 'zod'
import { EvalCase } from '../eval-case.ts'
import { Invocation, Usage, evidenceKinds, knownBy } from '../invocation.ts'
import { Message } from '../basics/message.ts'
import { Score } from '../score.ts'
import { isCut } from '../finish-reason.ts'

/**
 * Why a case was not played to its end. With the codes `user`, `judge` and `environment` it was the simulated user or the
 * world around the agent that failed; with any other one it was the agent.
 */
export const Failure = z.object({
  code: z.string(),
  reason: Message,
  hint: Message.optional(),
  /** Where the agent's code threw, a frame a line. */
  stack: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>

/** Whether the agent itself failed: that counts as not passed, where every other failure leaves the case unevaluated. */
export function isAgentFailure({ code }: Pick<Failure, 'code'>): boolean {
  return !['user', 'judge', 'environment'].includes(code)
}

/** How a simulated user ended a conversation: it was done, or it ran into its limit, which is no normal end. */
export const Ending = z.enum(['stop-signal', 'turn-limit'])
export type Ending = z.infer<typeof Ending>

/** What a simulated user's model took for one conversation; no part of the agent's cost. */
export const UserCost = z.object({ calls: z.number(), seconds: z.number(), usage: Usage.optional() })
export type UserCost = z.infer<typeof UserCost>

/**
 * Describes what the agent really did in a case. With a `failure`, the invocations are those that it finished before.
 *
 * @example
 * const transcript: Transcript = {
 *   invocations: [{ userContent: { parts: [{ text: 'Hello' }] }, finalResponse: { parts: [{ text: 'Hi' }] } }],
 * }
 */
export const Transcript = z.object({
  invocations: z.array(Invocation),
  failure: Failure.optional(),
  /** Absent where a script was played, and where the conversation did not get to an end. */
  ending: Ending.optional(),
  userCost: UserCost.optional(),
  /** The run in which the agent was asked, where the answer was taken from the store: nothing had changed that it depends on. */
  askedIn: z.string().optional(),
})
export type Transcript = z.infer<typeof Transcript>

/**
 * What became of a case.
 *
 * - `passed`: every metric that passes judgement passed
 * - `failed`: the agent answered and a metric failed
 * - `error`: the agent broke: it threw, was too late, or its answer cannot be read. It did not pass
 * - `not-evaluated`: nothing failed, but something that should have been scored was not: there was nothing to go by, or a
 *   metric, a judge, the dataset or what stands around the agent broke
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
  /** US dollars that those may have cost, as much as others of that model; absent where nobody can tell. */
  mayCost: z.number().optional(),
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
  /** Of the exchanges whose calls are known. */
  toolCalls: z.number().optional(),
  agentSeconds: z.number().optional(),
  /** What the agent says that its models cost, in US dollars. */
  agentDollars: z.number().optional(),
  judge: JudgeCost.optional(),
  /** Of simulated users; a case has it in its transcript. */
  user: ModelCost.optional(),
  /** Of models that answer in place of tools. */
  environment: ModelCost.optional(),
  /** Of models that an agent that ships asks; its tokens are also the agent's. A case has it in its invocations. */
  agent: ModelCost.optional(),
})
export type Cost = z.infer<typeof Cost>

/** What the agent cost: as it was paid for, or as its answers say; undefined where nobody knows. */
export function agentDollarsOf({ agent, agentDollars }: Cost): number | undefined {
  return agent?.dollars ?? agentDollars
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
 * The strict rule: what could not be evaluated never hides behind what passed, and what failed is a failure whatever else
 * could not be evaluated. ADK's rule (`adkCompat`) lets any pass hide any unevaluated metric.
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

/** The verdict as it is told today: older versions called it an error whoever had broken. */
export function verdictNow(verdict: Verdict, scores: readonly Score[], failure: Failure | undefined): Verdict {
  return verdict === 'error' && !isAgentError(scores, failure) ? 'not-evaluated' : verdict
}

/** Whether a result is unevaluated because somebody other than the agent broke, and not for want of anything to go by. */
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

/** How what is known of some exchanges became known, and how many of their answers were cut. */
export const EvidenceCounts = z.object({
  exchanges: z.number(),
  /** In how many of them each kind of evidence was reported by the agent; in the others it was observed, or is unknown. */
  reported: Counts,
  observed: Counts,
  /** What was listened to. */
  listeners: z.array(z.string()),
  /** Answers that ended by their length, by a filter or by an error, by their finish reason. */
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
    if (provenance?.listener !== undefined) listeners.add(provenance.listener)
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

/** How many answers were cut, for whatever reason. */
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
