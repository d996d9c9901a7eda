import { describe, expect, it } from 'vitest'
import type { Invocation, ToolCall, ToolResponse } from '../../core/index.ts'
import { toolSteps } from './tool-steps.ts'

const f: ToolCall = { name: 'f', args: {} }

describe('toolSteps', () => {
  it('gives calls without ids the responses of their name in turn', () => {
    const invocation = listing([f, f, { name: 'g' }], [responding(1), responding(2)])
    expect(responsesOf(invocation, false)).toEqual([{ r: 1 }, { r: 2 }, 'None'])
  })

  it('goes by id where there is one', () => {
    const calls = [
      { ...f, id: 'a' },
      { ...f, id: 'b' },
      { ...f, id: 'c' },
    ]
    const responses = [responding(2, 'b'), responding(1, 'a'), responding(9, 'x')]
    expect(responsesOf(listing(calls, responses), false)).toEqual([{ r: 1 }, { r: 2 }, 'None'])
  })

  it('lets the last response without an id answer every call without one, as ADK does', () => {
    expect(responsesOf(listing([f, f], [responding(1), responding(2)]), true)).toEqual([{ r: 2 }, { r: 2 }])
  })
})

function listing(toolCalls: ToolCall[], toolResponses: ToolResponse[]): Invocation {
  return { userContent: {}, steps: { form: 'lists', toolCalls, toolResponses, responses: [] } }
}

function responding(r: number, id?: string): ToolResponse {
  return { name: 'f', response: { r }, ...(id === undefined ? {} : { id }) }
}

function responsesOf(invocation: Invocation, adkCompat: boolean) {
  return toolSteps(invocation, { adkCompat }).map(({ tool_response: response }) =>
    response === 'None' ? response : response['response'],
  )
}
