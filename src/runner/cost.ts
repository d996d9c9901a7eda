import type { Cost, Invocation, Transcript, Usage } from '../core/index.ts'
import { toolCallsOf } from '../core/index.ts'

/** Adds up what a transcript took. A counter is absent when no exchange reported it. */
export function costOf(transcript: Transcript): Cost {
  const { invocations } = transcript
  const usages = invocations.flatMap(usagesOf)
  return {
    inputTokens: sumOfKnown(usages.map((usage) => usage.inputTokens ?? usage.promptTokens)),
    outputTokens: sumOfKnown(usages.map((usage) => usage.outputTokens ?? usage.candidatesTokens)),
    toolCalls: invocations.reduce((sum, invocation) => sum + toolCallsOf(invocation).length, 0),
    agentSeconds: sumOfKnown(invocations.map((invocation) => invocation.durationSeconds)),
  }
}

/** Adds costs; a counter that neither has stays absent. */
export function addCosts(first: Cost, second: Cost): Cost {
  return {
    inputTokens: sumOfKnown([first.inputTokens, second.inputTokens]),
    outputTokens: sumOfKnown([first.outputTokens, second.outputTokens]),
    toolCalls: first.toolCalls + second.toolCalls,
    agentSeconds: sumOfKnown([first.agentSeconds, second.agentSeconds]),
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
