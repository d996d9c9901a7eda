import {
  type AgentEvent,
  type JsonObject,
  type ToolCall,
  type ToolResponse,
  stringifyJson,
} from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'

/** Inputs and outputs may be any JSON in strands-evals; a text stays as it is. */
export function strandsText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}

/** One element of a trajectory list: a tool's name, a call as the extractors of strands-evals write it, or anything else. */
export function strandsCall(step: unknown): ToolCall {
  if (typeof step === 'string') return { name: step }
  if (!isObject(step) || typeof step['name'] !== 'string') return { name: stringifyJson(step) }
  const args = step['input'] ?? step['args'] ?? step['arguments']
  return { name: step['name'], ...(isObject(args) ? { args } : {}) }
}

/** What the calls of a trajectory list gave back, where it says so. Calls and responses share ids by position. */
export function strandsExchange(trajectory: readonly unknown[]): {
  readonly toolCalls: ToolCall[]
  readonly toolResponses: ToolResponse[]
} {
  const toolCalls: ToolCall[] = []
  const toolResponses: ToolResponse[] = []
  for (const [index, step] of trajectory.entries()) {
    const call = strandsCall(step)
    const result = isObject(step) ? step['tool_result'] : undefined
    if (result === undefined || result === null) {
      toolCalls.push(call)
      continue
    }
    const id = `call-${index + 1}`
    const isError = isObject(step) && step['is_error'] === true
    toolCalls.push({ id, ...call })
    toolResponses.push({ id, name: call.name, response: { result, ...(isError ? { is_error: true } : {}) } })
  }
  return { toolCalls, toolResponses }
}

/** A call as an element of a trajectory list: only its name where that is all there is. */
export function toStrandsCall({ name, args, malformed }: ToolCall): unknown {
  if (malformed !== undefined) return { name, input: malformed }
  return args === undefined ? name : { name, input: args }
}

type NamedState = { readonly name: string; readonly state: unknown }

/** Named states as one object. Of several with one name strands-evals finds the first. */
export function stateFromStrands(states: readonly NamedState[]): JsonObject {
  return Object.fromEntries(states.toReversed().map(({ name, state }) => [name, state]))
}

export function toStrandsStates(state: JsonObject): { name: string; state: unknown }[] {
  return Object.entries(state).map(([name, value]) => ({ name, state: value }))
}

/** What nodes of a multi-agent system said, as events of theirs. */
export function eventsFromInteractions(interactions: readonly JsonObject[]): AgentEvent[] {
  return interactions.map(({ node_name: node, dependencies, messages }) => ({
    author: typeof node === 'string' ? node : 'agent',
    content: { parts: (Array.isArray(messages) ? messages : []).map((said) => ({ text: strandsText(said) })) },
    ...(dependencies === undefined || dependencies === null ? {} : { extra: { dependencies } }),
  }))
}
