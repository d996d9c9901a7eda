import { type Invocation, type Message, type ToolCall, message, toolCallsOf } from '../../core/index.ts'

export const CALLS_UNKNOWN: Message = message(
  'Which tools were called is unknown: the agent did not tell, and nothing was heard of it. An answer with toolCalls ([] where there are none), OpenTelemetry spans, or a library that is listened to would tell (docs/agents.md)',
)

/** Returns the calls of several exchanges in order; undefined when those of any one are unknown. */
export function callsOfAll(invocations: readonly Invocation[]): readonly ToolCall[] | undefined {
  const turns = invocations.map(toolCallsOf)
  return turns.includes(undefined) ? undefined : turns.flatMap((calls) => calls ?? [])
}
