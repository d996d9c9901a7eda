import { type Invocation, type ToolCall, type ToolResponse, toolCallsOf, toolResponsesOf } from '../../core/index.ts'
import { wireCall, wireResponse } from './agent-steps.ts'

type ToolStep = {
  readonly step: number
  readonly tool_call: Record<string, unknown>
  readonly tool_response: Record<string, unknown> | 'None'
}

/**
 * Lists the calls of an exchange in order, each with its response; empty when the calls are unknown. Responses match by
 * id; those without one go to the calls of the same name in turn. In ADK all responses without an id share one entry,
 * so the last of them answers every call without an id.
 */
export function toolSteps(invocation: Invocation, options: { adkCompat: boolean }): readonly ToolStep[] {
  const calls = toolCallsOf(invocation)
  if (calls === undefined) return []
  const responseTo = options.adkCompat ? lastWithSameId(toolResponsesOf(invocation)) : toolResponseTo(invocation)
  return calls.map((call, step) => {
    const response = responseTo(call)
    return { step, tool_call: wireCall(call), tool_response: response === undefined ? 'None' : wireResponse(response) }
  })
}

/** Each response answers one call, so the responses have to be looked up in the order of the calls. */
export function toolResponseTo(invocation: Invocation): ResponseTo {
  const left = [...toolResponsesOf(invocation)]
  return ({ id, name }) => {
    const byId = id === undefined ? -1 : left.findIndex((response) => response.id === id)
    const index = byId >= 0 ? byId : left.findIndex((response) => fits(response, id, name))
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
}

type ResponseTo = (call: ToolCall) => ToolResponse | undefined

function lastWithSameId(responses: readonly ToolResponse[]): ResponseTo {
  const byId = new Map(responses.map((response) => [response.id, response]))
  return ({ id }) => byId.get(id)
}

/** A response with another id belongs to another call. */
function fits(response: ToolResponse, id: string | undefined, name: string): boolean {
  return response.name === name && (response.id === undefined || id === undefined)
}
