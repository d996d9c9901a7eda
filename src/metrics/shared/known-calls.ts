import {
  type Invocation,
  type Message,
  type ToolCall,
  allToolCallsOf,
  lacksCalls,
  message,
  toolCallsOf,
} from '../../core/index.ts'

export const CALLS_UNKNOWN: Message = message(
  'Which tools were called is unknown: the agent did not tell, and nothing was heard of it. An answer with toolCalls ([] where there are none), OpenTelemetry spans, or a library that is listened to would tell (docs/agents.md)',
)

export const ARGUMENTS_UNKNOWN: Message = message(
  'What a tool was called with is unknown: the agent did not tell the arguments of its call ({} would say that there were none)',
)

export function hasUnknownArguments({ args, malformed }: ToolCall): boolean {
  return args === undefined && malformed === undefined
}

const laterCallsUnknown: Message = message(
  'Which tools were called after the answer broke off is unknown: the stream of the agent ended without an end',
)

const callOfAnswerUnknown: Message = message(
  'Which tools were called is unknown: a tool answered a call that the agent did not tell, so there may be others',
)

/** Says why it is unknown which tools were called in these exchanges. */
export function whyCallsUnknown(invocations: readonly Invocation[]): Message {
  if (invocations.some((one) => toolCallsOf(one) === undefined)) return CALLS_UNKNOWN
  return invocations.some(lacksCalls) ? callOfAnswerUnknown : laterCallsUnknown
}

/** Returns the calls of several exchanges in order; undefined when any are unknown. */
export function callsOfAll(invocations: readonly Invocation[]): readonly ToolCall[] | undefined {
  const turns = invocations.map(allToolCallsOf)
  return turns.includes(undefined) ? undefined : turns.flatMap((calls) => calls ?? [])
}
