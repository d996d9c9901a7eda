import { describe, expect, it } from 'vitest'
import { textOf } from '../../core/index.ts'
import { invocationsFromEvents } from './adk-events.ts'

const says = (author: string, text: string, more = {}) => ({
  invocationId: 'i',
  author,
  content: { parts: [{ text }] },
  ...more,
})
const shape = (events: readonly unknown[], options = {}) =>
  invocationsFromEvents(events, options).map(({ userContent, finalResponse, steps }) => ({
    user: textOf(userContent),
    final: textOf(finalResponse),
    steps:
      steps?.form === 'events' ? steps.events.map(({ author, content }) => `${author}: ${textOf(content)}`) : undefined,
  }))

const usage = (prompt: number, answer: number) => ({
  usageMetadata: { promptTokenCount: prompt, candidatesTokenCount: answer, totalTokenCount: prompt + answer },
})

describe('invocationsFromEvents', () => {
  it('groups by invocation in order of first appearance and takes the last final event as the response', () => {
    const events = [
      says('user', 'hi'),
      says('a', 'first'),
      says('user', 'more', { invocationId: 'j' }),
      says('b', 'second'),
      says('b', 'done', { invocationId: 'j' }),
    ]
    expect(shape(events)).toEqual([
      { user: 'hi', final: 'second', steps: ['a: first'] },
      { user: 'more', final: 'done', steps: [] },
    ])
  })

  it('keeps a final event that calls a tool among the steps', () => {
    const call = { invocation_id: 'i', author: 'a', content: { parts: [{ function_call: { name: 'ask' } }] } }
    expect(shape([call])[0]).toMatchObject({ final: undefined, steps: ['a: '] })
    expect(shape([{ ...call, long_running_tool_ids: ['c'] }])[0]).toMatchObject({ final: '', steps: ['a: '] })
    expect(shape([{ ...call, longRunningToolIds: [] }])[0]).toMatchObject({ final: undefined })
  })

  it('knows what is not final', () => {
    const partial = says('a', 'so f', { partial: true })
    const ran = says('a', '', { content: { parts: [{ text: 'x' }, { code_execution_result: { output: '1' } }] } })
    expect(shape([partial, ran])[0]).toMatchObject({ final: undefined, steps: ['a: so f', 'a: x'] })
    expect(shape([partial, says('a', 'so far')], { skipPartial: true })[0]).toEqual({
      user: undefined,
      final: 'so far',
      steps: [],
    })
    const response = {
      author: 'a',
      content: { parts: [{ functionResponse: { name: 'f' } }] },
      actions: { skipSummarization: true },
    }
    expect(shape([response])[0]).toMatchObject({ final: '', steps: [] })
  })

  it('adds up usage and counts model calls, the final one included', () => {
    const [invocation] = invocationsFromEvents([
      says('user', 'hi'),
      says('a', 'x', usage(10, 5)),
      says('a', 'y', usage(20, 7)),
    ])
    expect(invocation).toMatchObject({
      modelCalls: 2,
      usage: { promptTokens: 30, inputTokens: 30, outputTokens: 12, totalTokens: 42 },
    })
  })

  it('takes timestamps in seconds and in milliseconds', () => {
    expect(invocationsFromEvents([says('user', 'hi', { timestamp: 1795293495.5 })])[0]?.createdAt).toBe(1795293495.5)
    expect(invocationsFromEvents([says('user', 'hi', { timestamp: 1795293495500 })])[0]?.createdAt).toBe(1795293495.5)
  })

  it('says which row is no event', () => {
    expect(() => invocationsFromEvents([{ author: 'a' }, { content: {} }])).toThrow('events: [1]: "author" is missing')
  })
})
