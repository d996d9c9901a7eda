import type { Usage } from '../../core/index.ts'

type AgentEventsCall = { readonly id?: string | undefined; readonly name: string; readonly args: unknown }
type AgentEventsAnswer = {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly response: unknown
}

/** Known facts about a model's message; the reason to stop is in the terms of its API. */
type AgentEventsDetails = {
  readonly usage?: Usage | undefined
  readonly model?: string | undefined
  readonly finishReason?: string | undefined
}

/** Makes the event of a model's message, with its parts in their order. */
export function spoke(
  author: string,
  parts: readonly (string | { readonly thought: string } | AgentEventsCall)[],
  { usage, model, finishReason }: AgentEventsDetails = {},
): object {
  return { author, content: { role: 'model', parts: parts.flatMap(partOf) }, usage, model, finishReason }
}

export function answered(author: string, answers: readonly AgentEventsAnswer[]): object {
  return { author, content: { role: 'user', parts: answers.map((toolResponse) => ({ toolResponse })) } }
}

function partOf(part: string | { readonly thought: string } | AgentEventsCall): readonly object[] {
  if (typeof part === 'string') return part === '' ? [] : [{ text: part }]
  if ('thought' in part) return part.thought === '' ? [] : [{ text: part.thought, thought: true }]
  const { id, name, args } = part
  // Arguments that are no object stay as the model wrote them.
  const isReadable = typeof args === 'string' || (typeof args === 'object' && args !== null && !Array.isArray(args))
  return [{ toolCall: { id, name, args: args === undefined || isReadable ? args : JSON.stringify(args) } }]
}
