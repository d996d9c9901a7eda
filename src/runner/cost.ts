import type { Cost, Invocation, JudgeCost, Judged, Score, Transcript, Usage } from '../core/index.ts'
import { judgedOf, toolCallsOf } from '../core/index.ts'

/** Adds up what a transcript and its scores took. A counter is absent when nobody reported it. */
export function costOf({ invocations }: Transcript, scores: readonly Score[]): Cost {
  const usages = invocations.flatMap(usagesOf)
  return {
    inputTokens: sumOfKnown(usages.map((usage) => usage.inputTokens ?? usage.promptTokens)),
    outputTokens: sumOfKnown(usages.map((usage) => usage.outputTokens ?? usage.candidatesTokens)),
    toolCalls: invocations.reduce((sum, invocation) => sum + toolCallsOf(invocation).length, 0),
    agentSeconds: sumOfKnown(invocations.map((invocation) => invocation.durationSeconds)),
    ...judgeCostOf(scores.flatMap(judgedOf)),
  }
}

/** Adds costs; a counter that neither has stays absent. */
export function addCosts(first: Cost, second: Cost): Cost {
  return {
    inputTokens: sumOfKnown([first.inputTokens, second.inputTokens]),
    outputTokens: sumOfKnown([first.outputTokens, second.outputTokens]),
    toolCalls: first.toolCalls + second.toolCalls,
    agentSeconds: sumOfKnown([first.agentSeconds, second.agentSeconds]),
    ...addJudgeCosts(first.judge, second.judge),
  }
}

function judgeCostOf(judged: readonly Judged[]): { readonly judge?: JudgeCost } {
  if (judged.length === 0) return {}
  const replies = judged.flatMap(({ samples }) => samples.map(({ reply }) => reply))
  // What came from the cache was paid for in another run.
  const paid = replies.filter((reply) => reply.cached !== true)
  return {
    judge: {
      calls: paid.reduce((sum, { calls }) => sum + calls, 0),
      cached: replies.length - paid.length,
      saved: judged.reduce((sum, { saved }) => sum + saved, 0),
      inputTokens: sumOfKnown(paid.map(({ usage }) => usage?.inputTokens)),
      outputTokens: sumOfKnown(paid.map(({ usage }) => usage?.outputTokens)),
      dollars: sumOfKnown(paid.map(({ cost }) => cost)),
    },
  }
}

function addJudgeCosts(first: JudgeCost | undefined, second: JudgeCost | undefined): { readonly judge?: JudgeCost } {
  if (first === undefined || second === undefined) return first === second ? {} : { judge: first ?? second }
  return {
    judge: {
      calls: first.calls + second.calls,
      cached: first.cached + second.cached,
      saved: first.saved + second.saved,
      inputTokens: sumOfKnown([first.inputTokens, second.inputTokens]),
      outputTokens: sumOfKnown([first.outputTokens, second.outputTokens]),
      dollars: sumOfKnown([first.dollars, second.dollars]),
    },
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
