import { describe, expect, it } from 'vitest'
import { type Invocation, type Score, type ToolCall, toEnglish } from '../../core/index.ts'
import { toolCallF1 } from './tool-call-f1.ts'

type Options = NonNullable<Parameters<typeof toolCallF1>[0]>

describe('toolCallF1', () => {
  it('weighs what was made against what was expected', () => {
    const result = score([[call('a'), call('b'), call('c')]], [[call('b'), call('x'), call('a'), call('y')]])
    expect(partsOf(result)).toEqual({ precision: 2 / 4, recall: 2 / 3, f1: 4 / 7 })
    expect(result).toMatchObject({ value: 4 / 7, passed: false, threshold: 0.8 })
    expect(reasonOf(result)).toBe('Tool call c is missing; 2 of 3 expected calls matched')
  })

  it('counts no call fully that has half of its arguments right', () => {
    const [expected, actual] = [[call('a', { x: 1, y: 2 })], [call('a', { x: 1, y: 3 })]]
    expect(score([expected], [actual])).toMatchObject({ value: 0.5 })
    expect(score([expected], [actual], { credit: 'exact' })).toMatchObject({ value: 0 })
    expect(score([expected], [actual], { credit: 'exact', ignoreArgs: true })).toMatchObject({ value: 1 })
  })

  it('pairs calls so that the most is right, whatever their order', () => {
    const expected = [call('a', { x: 1, y: 1 }), call('a', { x: 1 })]
    const actual = [call('a', { x: 1 }), call('a', { x: 1, y: 1 })]
    for (const made of [actual, actual.toReversed()]) expect(score([expected], [made])).toMatchObject({ value: 1 })
  })

  it('gives exactly the same number whatever the order of calls', () => {
    // The tools are 0.1, 0.2 and 0.3 right, and these add up differently from either end.
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
    const tenths = (right: number) => Object.fromEntries(names.map((name, index) => [name, index < right ? 1 : 0]))
    const expected = names.slice(0, 3).map((name) => call(name, tenths(10)))
    const made = names.slice(0, 3).map((name, index) => call(name, tenths(index + 1)))
    const forwards = score([expected], [made])
    const backwards = score([expected.toReversed()], [made])
    expect(forwards).toMatchObject({ value: backwards.status === 'scored' ? backwards.value : undefined })
  })

  it('counts only what is in order when asked to', () => {
    const [expected, actual] = [
      [call('a'), call('b'), call('c')],
      [call('c'), call('a'), call('b')],
    ]
    expect(score([expected], [actual])).toMatchObject({ value: 1 })
    const result = score([expected], [actual], { order: 'in-order' })
    expect(result).toMatchObject({ value: 2 / 3 })
    expect(reasonOf(result)).toBe('Tool call c was made out of order; 2 of 3 expected calls matched')
  })

  it('is 1 where no calls are expected and none were made, with nothing to divide by', () => {
    const result = score([[]], [[]])
    expect(result).toMatchObject({ value: 1, passed: true })
    expect(partsOf(result)).toEqual({ precision: null, recall: null, f1: 1 })
  })

  it('is the mean of the turns, and pools their calls in the parts', () => {
    const result = score([[call('a')], [call('b'), call('c')]], [[call('a')], []])
    expect(result).toMatchObject({ value: 0.5 })
    expect(partsOf(result)).toEqual({ precision: 1, recall: 1 / 3, f1: 0.5 })
  })

  it('counts turns that were never reached, and turns beyond the reference with calls', () => {
    expect(score([[call('a')], []], [[call('a')]])).toMatchObject({
      value: 0.5,
      invocations: [{ value: 1 }, { value: 0, missing: true }],
    })
    expect(score([[call('a')]], [[call('a')], []])).toMatchObject({ value: 1 })
    expect(score([[call('a')]], [[call('a')], [call('b')]])).toMatchObject({ value: 0.5 })
  })

  it('gives nothing for arguments that are not readable', () => {
    expect(score([[call('a')]], [[{ name: 'a', malformed: '{' }]])).toMatchObject({ value: 0 })
  })

  it('says so when there are too many calls for the best pairing', () => {
    const many = Array.from({ length: 501 }, (_, n) => call('a', { n }))
    const result = score([many], [[...many.slice(1), call('b')]], { threshold: 1 })
    expect(reasonOf(result)).toBe(
      '501 expected and 501 made tool calls are too many for the best pairing: paired in order',
    )
    expect(result).toMatchObject({ value: 500 / 501 })
  })

  it('is not evaluated without a reference', () => {
    expect(toolCallF1().score({ id: 'c' }, { invocations: [] }, {})).toMatchObject({ status: 'not-evaluated' })
  })
})

function score(
  expected: readonly (readonly ToolCall[])[],
  actual: readonly (readonly ToolCall[])[],
  options: Options = {},
) {
  const evalCase = { id: 'c', conversation: expected.map(turn) }
  // This metric is synchronous.
  return toolCallF1(options).score(evalCase, { invocations: actual.map(turn) }, {}) as Score
}

function turn(toolCalls: readonly ToolCall[]): Invocation {
  return { userContent: {}, steps: { form: 'lists', toolCalls: [...toolCalls], toolResponses: [], responses: [] } }
}

function partsOf(result: Score) {
  return Object.fromEntries(
    result.status === 'scored' ? (result.parts ?? []).map(({ name, value }) => [name, value]) : [],
  )
}

function reasonOf(result: Score): string | undefined {
  return 'reason' in result && result.reason !== undefined ? toEnglish(result.reason) : undefined
}

function call(name: string, args: Record<string, unknown> = {}): ToolCall {
  return { name, args }
}
