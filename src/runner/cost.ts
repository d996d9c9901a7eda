import {
  type Cost,
  type Invocation,
  type JudgeCost,
  type JudgeReply,
  type ModelCost,
  type ModelRole,
  type RunPlan,
  type Score,
  type Transcript,
  type Usage,
  judgedOf,
  toolCallsOf,
} from '../core/index.ts'

/** Adds up the cost of a transcript and its scores. A counter that nobody reported is absent. */
export function caseCost({ invocations }: Transcript, scores: readonly Score[]): Cost {
  const usages = invocations.flatMap(usagesOf)
  return {
    inputTokens: sumOfKnown(usages.map((usage) => usage.inputTokens ?? usage.promptTokens)),
    outputTokens: sumOfKnown(usages.map((usage) => usage.outputTokens ?? usage.candidatesTokens)),
    toolCalls: sumOfKnown(invocations.map((invocation) => toolCallsOf(invocation)?.length)),
    agentSeconds: sumOfKnown(invocations.map((invocation) => invocation.durationSeconds)),
    agentDollars: sumOfKnown(invocations.map(({ dollars }) => dollars)),
    ...judgeCostOf(scores),
  }
}

/** US dollars that interrupted calls may have cost. */
export function mayCostOf({ judge, user, environment, agent }: Cost): number {
  return [judge, user, environment, agent].reduce((sum, part) => sum + (part?.mayCost ?? 0), 0)
}

export function costOfModel(role: ModelRole, cost: ModelCost): Cost {
  return { [role]: role === 'judge' ? { ...cost, cached: 0, saved: 0 } : cost }
}

/**
 * Returns a case's own share in its run's cost. The run's judges were already recorded when they were paid, so only
 * metrics with a judge of their own, which the plan does not know, remain.
 */
export function shareOf(
  { cost, scores }: { readonly cost: Cost; readonly scores: readonly Score[] },
  { metrics }: RunPlan,
): Cost {
  if (cost.judge === undefined || cost.judge.calls === 0) return cost
  const { cached, saved, addressed } = cost.judge
  const own = scores.filter(({ metric }) => metrics.some(({ name, judge }) => name === metric && judge === undefined))
  return { ...cost, judge: { ...(judgeCostOf(own).judge ?? { calls: 0 }), cached, saved, addressed } }
}

/** Adds two costs; a counter that both lack stays absent. */
export function addCosts(first: Cost, second: Cost): Cost {
  return {
    inputTokens: sumOfKnown([first.inputTokens, second.inputTokens]),
    outputTokens: sumOfKnown([first.outputTokens, second.outputTokens]),
    toolCalls: sumOfKnown([first.toolCalls, second.toolCalls]),
    agentSeconds: sumOfKnown([first.agentSeconds, second.agentSeconds]),
    agentDollars: sumOfKnown([first.agentDollars, second.agentDollars]),
    ...addJudgeCosts(first.judge, second.judge),
    ...addModelCosts('user', first, second),
    ...addModelCosts('environment', first, second),
    ...addModelCosts('agent', first, second),
  }
}

function judgeCostOf(scores: readonly Score[]): { readonly judge?: JudgeCost } {
  const judged = scores.flatMap(judgedOf)
  if (judged.length === 0) return {}
  const replies = judged.flatMap(({ samples }) => samples.map(({ reply }) => reply))
  const paid = replies.filter((reply) => reply.cached !== true)
  return {
    judge: {
      ...sumOfModelCosts(paid.map(costOfReply)),
      cached: replies.length - paid.length,
      saved: judged.reduce((sum, { saved }) => sum + saved, 0),
      ...(replies.some(({ addressed }) => addressed !== undefined) && { addressed: 1 }),
    },
  }
}

function costOfReply({ calls, usage, cost }: JudgeReply): ModelCost {
  const { inputTokens, outputTokens } = usage ?? {}
  return { calls, inputTokens, outputTokens, ...(cost === undefined ? { unpriced: calls } : { dollars: cost }) }
}

function addJudgeCosts(first: JudgeCost | undefined, second: JudgeCost | undefined): { readonly judge?: JudgeCost } {
  if (first === undefined || second === undefined) return first === second ? {} : { judge: first ?? second }
  return {
    judge: {
      ...sumOfModelCosts([first, second]),
      cached: first.cached + second.cached,
      saved: first.saved + second.saved,
      addressed: sumOfKnown([first.addressed, second.addressed]),
    },
  }
}

function addModelCosts(role: 'user' | 'environment' | 'agent', first: Cost, second: Cost): Partial<Cost> {
  const costs = [first[role] ?? [], second[role] ?? []].flat()
  return costs.length === 0 ? {} : { [role]: sumOfModelCosts(costs) }
}

function sumOfModelCosts(costs: readonly ModelCost[]): ModelCost {
  const unpriced = sumOfKnown(costs.map((cost) => cost.unpriced))
  const mayCost = sumOfKnown(costs.map((cost) => cost.mayCost))
  return {
    calls: costs.reduce((sum, { calls }) => sum + calls, 0),
    inputTokens: sumOfKnown(costs.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumOfKnown(costs.map(({ outputTokens }) => outputTokens)),
    dollars: sumOfKnown(costs.map(({ dollars }) => dollars)),
    ...(unpriced && { unpriced }),
    ...(mayCost && { mayCost }),
  }
}

function usagesOf(invocation: Invocation): readonly Usage[] {
  if (invocation.usage !== undefined) return [invocation.usage]
  return invocation.steps?.form === 'events' ? invocation.steps.events.flatMap((event) => event.usage ?? []) : []
}

function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}
