import {
  type AgentEvent,
  type JsonObject,
  type ToolCall,
  type ToolResponse,
  stringifyJson,
} from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'

export function strandsText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}

/** Reads a step of a trajectory list: a tool's name, a call as strands-evals' extractors write it, or any value. */
export function strandsCall(step: unknown): ToolCall {
  if (typeof step === 'string') return { name: step }
  if (!isObject(step) || typeof step['name'] !== 'string') return { name: stringifyJson(step) }
  const args = step['input'] ?? step['args'] ?? step['arguments']
  return { name: step['name'], ...(isObject(args) ? { args } : {}) }
}

/** Reads the calls of a trajectory list and their results. The ids of calls and responses are their positions. */
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

export function toStrandsCall({ name, args, malformed }: ToolCall): unknown {
  if (malformed !== undefined) return { name, input: malformed }
  return args === undefined ? name : { name, input: args }
}

type NamedState = { readonly name: string; readonly state: unknown }

/** Reads named states into one object. Like strands-evals, it takes the first of several states with one name. */
export function stateFromStrands(states: readonly NamedState[]): JsonObject {
  return Object.fromEntries(states.toReversed().map(({ name, state }) => [name, state]))
}

export function toStrandsStates(state: JsonObject): { name: string; state: unknown }[] {
  return Object.entries(state).map(([name, value]) => ({ name, state: value }))
}

/** Reads the messages between the nodes of a multi-agent system as events. */
export function eventsFromInteractions(interactions: readonly JsonObject[]): AgentEvent[] {
  return interactions.map(({ node_name: node, dependencies, messages }) => ({
    author: typeof node === 'string' ? node : 'agent',
    content: { parts: (Array.isArray(messages) ? messages : []).map((said) => ({ text: strandsText(said) })) },
    ...(dependencies === undefined || dependencies === null ? {} : { extra: { dependencies } }),
  }))
}
