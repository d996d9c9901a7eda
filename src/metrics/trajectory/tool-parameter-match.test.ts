import { describe, expect, it } from 'vitest'
import type { Invocation, ToolCall } from '../../core/index.ts'
import { toolParameterMatch } from './tool-parameter-match.ts'

describe('toolParameterMatch', () => {
  const book: ToolCall = { name: 'book', args: { room: 2, nights: 3 } }

  it('is the fraction of expected arguments that are there and equal', () => {
    expect(score([[book]], [[{ name: 'book', args: { room: 2, nights: 4, pets: 1 } }]])).toMatchObject({
      value: 0.5,
      passed: false,
      reason: { values: { tool: 'book', path: 'nights' } },
    })
    expect(score([[book]], [[{ name: 'book', args: { ...book.args, pets: 1 } }]])).toMatchObject({ value: 1 })
    expect(score([[{ name: 'book' }]], [[book]])).toMatchObject({ value: 1 })
  })

  it('takes the next call of the same tool, never one before', () => {
    expect(score([[book, { name: 'mail' }]], [[{ name: 'mail' }, book]])).toMatchObject({ value: 0.5 })
    expect(score([[book, book]], [[book]])).toMatchObject({ value: 0.5 })
  })

  it('uses matchers where there are some', () => {
    const argumentMatchers = { book: { nights: { match: 'number' as const, tolerance: 1 } } }
    const made = { name: 'book', args: { room: 2, nights: 4 } }
    expect(score([[book]], [[made]], { argumentMatchers })).toMatchObject({ value: 1 })
  })

  it('leaves turns without expected calls out', () => {
    expect(score([[], [book]], [[book], [book]])).toMatchObject({
      value: 1,
      invocations: [{ status: 'not-evaluated' }, { value: 1 }],
    })
    expect(score([[]], [[book]])).toMatchObject({ status: 'not-evaluated' })
  })

  it('is not evaluated without a reference, in ADK mode too', () => {
    const metric = toolParameterMatch({ adkCompat: true })
    expect(metric.score({ id: 'c' }, { invocations: [] }, {})).toMatchObject({ status: 'not-evaluated' })
  })

  it('is 0 for a turn that the agent never reached', () => {
    expect(score([[book], [book]], [[book]])).toMatchObject({ value: 0.5, invocations: [{}, { missing: true }] })
  })
})

function score(
  expected: readonly (readonly ToolCall[])[],
  actual: readonly (readonly ToolCall[])[],
  options: Parameters<typeof toolParameterMatch>[0] = {},
) {
  const evalCase = { id: 'c', conversation: expected.map(turn) }
  return toolParameterMatch(options).score(evalCase, { invocations: actual.map(turn) }, {})
}

function turn(toolCalls: readonly ToolCall[]): Invocation {
  return { userContent: {}, steps: { form: 'lists', toolCalls: [...toolCalls], toolResponses: [], responses: [] } }
}
