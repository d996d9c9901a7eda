import { describe, expect, it } from 'vitest'
import { toolCallsOf } from '../core/index.ts'
import { readReply, toInvocation } from './reply.ts'
import { saying } from './target.contract.ts'

const timing = { durationSeconds: 1, createdAt: 1000 }

describe('readReply', () => {
  it('takes a text as the response', () => {
    expect(readReply('hello')).toEqual({ response: 'hello' })
  })

  it('reads the spelling of other languages, and null as absent', () => {
    const reply = readReply({
      response: 'ok',
      tool_calls: [{ id: null, name: 'find', arguments: '{"order_id": 12345678901234567890}', response: null }],
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: null },
      model_calls: 1,
      state: { snake_case_stays: null },
    })
    expect(reply).toEqual({
      response: 'ok',
      toolCalls: [{ name: 'find', args: '{"order_id": 12345678901234567890}' }],
      usage: { inputTokens: 3, outputTokens: 4 },
      modelCalls: 1,
      state: { snake_case_stays: null },
    })
    expect(toolCallsOf(toInvocation(saying('hi'), reply, timing))).toEqual([
      { name: 'find', args: { order_id: 12345678901234567890n } },
    ])
  })

  it('keeps what an answer points to and says of itself', () => {
    const reply = readReply({
      response: 'Unplug it [1].',
      citations: [{ id: 'malware#1', text: 'Unplug the device.', score: 0.8, updated_at: null }],
      flags: { dangerous_operation: false },
    })
    expect(toInvocation(saying('hi'), reply, timing)).toMatchObject({
      citations: [{ id: 'malware#1', text: 'Unplug the device.', score: 0.8 }],
      flags: { dangerous_operation: false },
    })
  })

  it('reads events, whoever their author is', () => {
    const { events } = readReply({
      events: [
        { content: { parts: [{ tool_call: { name: 'find', args: '{"id":7}' } }] }, usage: { input_tokens: 5 } },
        { author: 'helper', content: { parts: [{ tool_response: { name: 'find', response: { ok: true } } }] } },
      ],
    })
    expect(events).toEqual([
      {
        author: 'agent',
        content: { parts: [{ toolCall: { name: 'find', args: { id: 7 } } }] },
        usage: { inputTokens: 5 },
      },
      { author: 'helper', content: { parts: [{ toolResponse: { name: 'find', response: { ok: true } } }] } },
    ])
  })

  it.each([
    [42, 'Invalid input: expected object, received number. It begins with 42'],
    [[], 'Invalid input: expected object, received array. It begins with []'],
    [{ response: 7 }, 'response: Invalid input: expected string, received number. It begins with {"response":7}'],
    [
      { toolCalls: [{ name: 'a' }, { args: {} }] },
      'toolCalls[1].name: Invalid input: expected string, received undefined. It begins with {"toolCalls":[{"name":"a"},{"args":{}}]}',
    ],
    [
      { toolCalls: [{ name: 'a', args: [1] }] },
      'toolCalls[0].args: expected an object, or an object as JSON text. It begins with {"toolCalls":[{"name":"a","args":[1]}]}',
    ],
    [{ answer: 'hi\u001b' }, 'none of its fields is known (answer). It begins with {"answer":"hi\\u001b"}'],
    [{}, 'it is empty. It begins with {}'],
    [
      { toolCalls: [{ name: 'a' }], events: [] },
      'toolCalls: give the tool calls either here or in events, not in both. It begins with {"toolCalls":[{"name":"a"}],"events":[]}',
    ],
  ])('says which field of %j is wrong', (answer, problem) => {
    expect(() => readReply(answer)).toThrow(`The agent’s answer does not fit: ${problem}`)
  })

  it('shows no more than the first 200 characters, without secrets', () => {
    const answer = { nothing: `key-123${'🧪'.repeat(500)}` }
    expect(() => readReply(answer, (text) => text.replace('key-123', '•••'))).toThrow(
      `The agent’s answer does not fit: none of its fields is known (nothing). It begins with {"nothing":"•••${'🧪'.repeat(185)}…`,
    )
  })

  it('does not let nesting through that nobody can walk', () => {
    let deep: unknown = {}
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    expect(() => readReply({ state: { deep } })).toThrow('The agent’s answer is nested more than 200 levels deep')
  })
})

describe('toInvocation', () => {
  it.each([
    ['not json', { name: 'a', malformed: 'not json' }],
    ['[1]', { name: 'a', malformed: '[1]' }],
    ['"{}"', { name: 'a', malformed: '"{}"' }],
    [`{"a":${'['.repeat(300)}${']'.repeat(300)}}`, { name: 'a', malformed: expect.any(String) }],
    ['', { name: 'a', args: {} }],
    [' {"b": 1} ', { name: 'a', args: { b: 1 } }],
  ])('keeps arguments %.40s', (args, call) => {
    expect(toolCallsOf(toInvocation(saying('hi'), { toolCalls: [{ name: 'a', args }] }, timing))).toEqual([call])
  })

  it('tells "no tools were called" from "nobody said which tools were called"', () => {
    expect(toInvocation(saying('hi'), 'ok', timing)).not.toHaveProperty('steps')
    expect(toInvocation(saying('hi'), { response: 'ok', toolCalls: [] }, timing).steps).toEqual({
      form: 'lists',
      toolCalls: [],
      toolResponses: [],
      responses: [],
    })
  })

  it('tells an empty response from none', () => {
    expect(toInvocation(saying('hi'), '', timing).finalResponse).toEqual({ role: 'model', parts: [{ text: '' }] })
    expect(toInvocation(saying('hi'), { toolCalls: [] }, timing).finalResponse).toBeUndefined()
  })
})
