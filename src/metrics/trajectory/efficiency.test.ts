import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Invocation, type Metric, type Score, type Usage, EvalError, toEnglish } from '../../core/index.ts'
import { translate } from '../../i18n/index.ts'
import { inferenceCallCount, invocationDuration, tokenUsage, toolCallCount } from './efficiency.ts'

describe('toolCallCount', () => {
  it('is the average per turn', () => {
    expect(measure(toolCallCount(), [calls(3), calls(0), calls(1)])).toEqual({
      status: 'measured',
      metric: 'tool_call_count_v1',
      value: 4 / 3,
      unit: 'calls',
      invocations: [3, 0, 1].map((value) => ({ status: 'measured', value })),
    })
  })

  it('passes judgement with a budget', () => {
    const within = measure(toolCallCount({ budget: 2 }), [calls(3), calls(1)])
    expect(within).toMatchObject({
      status: 'scored',
      value: 1,
      threshold: 1,
      passed: true,
      parts: [{ name: 'calls', value: 2 }],
    })
    const over = measure(toolCallCount({ budget: 1 }), [calls(3), calls(1), calls(0)])
    expect(over).toMatchObject({ status: 'scored', value: 0, passed: false })
    expect(over.status === 'scored' && over.reason && toEnglish(over.reason)).toBe(
      '1.333 calls per turn, over the budget of 1',
    )
  })

  it('says nothing of a case without turns', () => {
    expect(measure(toolCallCount(), [])).toMatchObject({ status: 'not-evaluated', informational: true })
  })

  it('says the unit in the reader’s language', () => {
    const score = measure(toolCallCount({ budget: 0 }), [calls(1)])
    const reason = score.status === 'scored' ? score.reason : undefined
    expect(reason && [toEnglish(reason), translate(reason, 'ja')]).toEqual([
      '1 call per turn, over the budget of 0',
      '1 ターンあたり 1 回、上限 0 回を超えています',
    ])
  })

  it.each([-1, Number.NaN, Infinity])('refuses a budget of %d', (budget) => {
    expect(() => toolCallCount({ budget })).toThrow(EvalError)
  })
})

describe('inferenceCallCount', () => {
  it('counts events with usage or the name of a model, unless the target counts itself', () => {
    const result = measure(inferenceCallCount(), [
      recorded({ usage: {} }, { model: 'm' }, {}),
      recorded({}),
      { ...recorded({}), modelCalls: 5 },
      calls(1),
    ])
    expect(result).toMatchObject({
      value: 7 / 3,
      invocations: [{ value: 2 }, { value: 0 }, { value: 5 }, { status: 'not-evaluated' }],
    })
  })

  it('is unknown for an agent that never tells of a model', () => {
    expect(measure(inferenceCallCount(), [recorded({}), recorded({})])).toMatchObject({
      status: 'not-evaluated',
      informational: true,
    })
    expect(measure(inferenceCallCount(), [{ ...recorded({}), modelCalls: 0 }])).toMatchObject({ value: 0 })
  })
})

describe('tokenUsage', () => {
  it('adds up the model calls of a turn', () => {
    const events = [
      { usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4 } },
      { usage: { inputTokens: 20 } },
      {},
    ]
    const turn: Invocation = {
      userContent: {},
      steps: { form: 'events', events: events.map((event) => ({ author: 'a', ...event })) },
    }
    expect(measure(tokenUsage(), [turn])).toMatchObject({
      value: 35,
      unit: 'tokens',
      parts: [
        { name: 'input_tokens', value: 30 },
        { name: 'output_tokens', value: 5 },
        { name: 'total_tokens', value: 35 },
        { name: 'cached_tokens', value: 4 },
      ],
    })
  })

  it('keeps a counter that nobody reported null', () => {
    const result = measure(tokenUsage(), [{ userContent: {}, usage: { inputTokens: 10 } }])
    expect(result).toMatchObject({
      value: 10,
      parts: [{ value: 10 }, { name: 'output_tokens', value: null }, { value: 10 }],
    })
  })

  it('derives input and output from their pieces, and takes a bare total', () => {
    const usage = { promptTokens: 10, toolUseTokens: 1, candidatesTokens: 5, reasoningTokens: 2 }
    expect(measure(tokenUsage(), [{ userContent: {}, usage }])).toMatchObject({ value: 18 })
    expect(measure(tokenUsage(), [{ userContent: {}, usage: { totalTokens: 9 } }])).toMatchObject({ value: 9 })
  })

  it('is not evaluated without usage, and that is no fault unless there is a budget', () => {
    expect(measure(tokenUsage(), [calls(1)])).toMatchObject({ status: 'not-evaluated', informational: true })
    expect(measure(tokenUsage({ budget: 100 }), [calls(1)])).toMatchObject({
      status: 'not-evaluated',
      informational: false,
    })
  })
})

const used = (totalTokens: number) => ({ userContent: {}, usage: { totalTokens } })

describe('a budget', () => {
  it('is not kept where a turn does not say what it took', () => {
    expect(measure(tokenUsage({ budget: 100 }), [used(90), calls(1)])).toMatchObject({ status: 'not-evaluated' })
    const timed = [{ userContent: {}, durationSeconds: 2 }, calls(1)]
    expect(measure(invocationDuration({ budget: 3 }), timed)).toMatchObject({ status: 'not-evaluated' })
  })

  it.each([
    ['output alone', [{ userContent: {}, usage: { outputTokens: 5 } }]],
    ['some model calls', [{ ...used(5), provenance: { partialUsage: true } }]],
    ['one of two turns', [calls(1), used(5)]],
  ])('is not kept where only a part of the tokens is known: %s', (_, turns) => {
    expect(measure(tokenUsage(), turns)).toMatchObject({ status: 'measured', isLeast: true })
    expect(measure(tokenUsage({ budget: 10 }), turns)).toMatchObject({ status: 'not-evaluated', informational: false })
    expect(measure(tokenUsage({ budget: 2 }), turns)).toMatchObject({ status: 'scored', passed: false })
  })

  it('is exceeded as soon as what is known exceeds it', () => {
    expect(measure(tokenUsage({ budget: 100 }), [used(201), calls(1)])).toMatchObject({ passed: false })
  })
})

describe('invocationDuration', () => {
  it('averages the turns that were timed', () => {
    const turns = [{ userContent: {}, durationSeconds: 2 }, calls(1), { userContent: {}, durationSeconds: 1 }]
    expect(measure(invocationDuration(), turns)).toMatchObject({ value: 1.5, unit: 'seconds' })
  })
})

describe('ADK', () => {
  const Vector = z.object({ id: z.string(), op: z.string(), input: z.unknown(), expected: z.unknown() })
  const path = new URL('../../../test/conformance/adk.json', import.meta.url)
  const vectors = z.array(Vector).parse(JSON.parse(readFileSync(path, 'utf8')))

  const Input = z.object({
    metric: z.string(),
    tool_calls_per_turn: z.array(z.number()).optional(),
    turns: z.array(z.object({ input_tokens: z.number().optional(), output_tokens: z.number().optional() })).optional(),
  })
  const Expected = z.object({
    overall_score: z.number(),
    per_invocation: z.array(z.number().nullable()),
    overall_details: z.record(z.string(), z.number()).optional(),
  })

  it.each(vectors.filter(({ op }) => op === 'efficiency'))('agrees in $id', ({ input, expected }) => {
    const { metric: name, tool_calls_per_turn: counts, turns: usages } = Input.parse(input)
    const metric = [toolCallCount(), tokenUsage()].find((candidate) => candidate.name === name)
    const turns =
      counts?.map(calls) ??
      usages?.map((usage) => ({
        userContent: {},
        usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
      }))
    if (metric === undefined || turns === undefined) throw new Error(`A new kind of vector: ${name}`)
    const result = measure(metric, turns)
    const wanted = Expected.parse(expected)
    if (result.status !== 'measured') throw new Error(result.status)
    expect(result.value).toBeCloseTo(wanted.overall_score, 5)
    expect(result.invocations?.map((turn) => (turn.status === 'measured' ? turn.value : null))).toEqual(
      wanted.per_invocation,
    )
    for (const [part, value] of Object.entries(wanted.overall_details ?? {})) {
      expect(result.parts).toContainEqual({ name: part, value })
    }
  })
})

function calls(count: number): Invocation {
  const toolCalls = Array.from({ length: count }, () => ({ name: 'a' }))
  return { userContent: {}, steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] } }
}

function measure(metric: Metric, invocations: Invocation[]): Score {
  // These metrics are synchronous.
  return metric.score({ id: 'c' }, { invocations }, {}) as Score
}

function recorded(...events: readonly { usage?: Usage; model?: string }[]): Invocation {
  return { userContent: {}, steps: { form: 'events', events: events.map((event) => ({ author: 'a', ...event })) } }
}
