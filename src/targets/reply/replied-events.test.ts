import { describe, expect, it } from 'vitest'
import { responseTextOf, toolCallsOf, type Invocation } from '../../core/index.ts'
import { toInvocation } from './reply.ts'
import { saying } from '../target.contract.ts'

const weather = { name: 'get_weather', args: { city: 'Kyoto' } }

function said(parts: readonly object[], others: object = {}): object {
  return { author: 'agent', content: { role: 'model', parts }, ...others }
}

function exchange(events: readonly object[], others: object = {}): Invocation {
  return toInvocation(saying('hi'), { events, ...others }, { durationSeconds: 1, createdAt: 1000 })
}

describe('events of an answer', () => {
  it.each([
    ['functionCall', 'functionResponse'],
    ['function_call', 'function_response'],
    ['toolCall', 'toolResponse'],
    ['tool_call', 'tool_response'],
  ])('are read with %s and %s', (call, response) => {
    const events = [
      said([{ [call]: { id: 'c1', ...weather } }]),
      said([{ [response]: { id: 'c1', name: 'get_weather', response: { degrees: 21 } } }]),
      said([{ text: 'It is 21 degrees in Kyoto.' }]),
    ]
    const invocation = exchange(events)
    expect(toolCallsOf(invocation)).toEqual([{ id: 'c1', ...weather }])
    expect(responseTextOf(invocation)).toBe('It is 21 degrees in Kyoto.')
    expect(invocation.steps).toEqual({
      form: 'events',
      events: [
        { author: 'agent', content: { role: 'model', parts: [{ toolCall: { id: 'c1', ...weather } }] } },
        {
          author: 'agent',
          content: {
            role: 'model',
            parts: [{ toolResponse: { id: 'c1', name: 'get_weather', response: { degrees: 21 } } }],
          },
        },
      ],
    })
  })

  it('are read with everything that ADK notes in them for its own use', () => {
    const invocation = exchange([
      {
        id: 'e1',
        invocation_id: 'i1',
        author: 'weather_agent',
        branch: null,
        timestamp: 1760000000.5,
        content: {
          role: 'model',
          parts: [
            { text: 'Let me see.', thought: true, thought_signature: 'c2ln' },
            { function_call: { id: 'adk-1', name: 'get_weather', args: { city: 'Kyoto' } }, text: null },
          ],
        },
        partial: null,
        turn_complete: null,
        finish_reason: 'STOP',
        error_code: null,
        usage_metadata: { prompt_token_count: 7, candidates_token_count: 2, prompt_tokens_details: [] },
        model_version: 'gemini-2.5-flash',
        long_running_tool_ids: [],
        actions: { state_delta: {}, artifact_delta: {}, requested_auth_configs: {} },
      },
      {
        author: 'weather_agent',
        content: {
          role: 'user',
          parts: [{ function_response: { id: 'adk-1', name: 'get_weather', response: { t: 21 } } }],
        },
        actions: { state_delta: { city: 'Kyoto', 'temp:x': 1 } },
      },
      said([{ text: '21.' }], {
        author: 'weather_agent',
        usage_metadata: { prompt_token_count: 9, candidates_token_count: 1 },
      }),
    ])
    expect(invocation).toMatchObject({
      finalResponse: { role: 'model', parts: [{ text: '21.' }] },
      modelCalls: 2,
      usage: { promptTokens: 16, candidatesTokens: 3, inputTokens: 16, outputTokens: 3 },
      sessionState: { city: 'Kyoto' },
    })
    expect(invocation.steps).toMatchObject({
      events: [
        {
          author: 'weather_agent',
          model: 'gemini-2.5-flash',
          content: {
            parts: [
              { text: 'Let me see.', thought: true, extra: { thought_signature: 'c2ln' } },
              { toolCall: { id: 'adk-1', name: 'get_weather' } },
            ],
          },
        },
        { content: { parts: [{ toolResponse: { id: 'adk-1' } }] } },
      ],
    })
  })

  it('give ids to parallel calls without one, and results to the calls of their name in turn', () => {
    const { steps } = exchange([
      said([
        { functionCall: { name: 'get_weather', args: { city: 'Kyoto' } } },
        { functionCall: { name: 'get_time', args: {} } },
        { functionCall: { name: 'get_weather', args: { city: 'Osaka' } } },
      ]),
      said([
        { functionResponse: { name: 'get_time', response: { time: '9:00' } } },
        { functionResponse: { name: 'get_weather', response: { error: 'no such city' } } },
        { functionResponse: { name: 'get_weather', response: 'cloudy' } },
      ]),
    ])
    expect(steps).toMatchObject({
      events: [
        {
          content: {
            parts: [{ toolCall: { id: 'call-1' } }, { toolCall: { id: 'call-2' } }, { toolCall: { id: 'call-3' } }],
          },
        },
        {
          content: {
            parts: [
              { toolResponse: { id: 'call-2', response: { time: '9:00' } } },
              { toolResponse: { id: 'call-1', response: { error: 'no such city' } } },
              { toolResponse: { id: 'call-3', response: { result: 'cloudy' } } },
            ],
          },
        },
      ],
    })
  })

  it('give a result without a name to the call that waits', () => {
    const { steps } = exchange([
      said([{ functionCall: weather }]),
      said([{ functionResponse: { response: { degrees: 21 } } }]),
    ])
    expect(steps).toMatchObject({
      events: [{}, { content: { parts: [{ toolResponse: { id: 'call-1', name: 'get_weather' } }] } }],
    })
  })

  it('leave pieces of a stream out where the whole follows', () => {
    const invocation = exchange([
      said([{ text: 'It is ' }], { partial: true }),
      said([{ text: '21.' }], { partial: true }),
      said([{ text: 'It is 21.' }]),
    ])
    expect(responseTextOf(invocation)).toBe('It is 21.')
    expect(invocation.steps).toEqual({ form: 'events', events: [] })
  })

  it('put pieces of a stream together where no whole follows', () => {
    const invocation = exchange([
      said([{ text: 'Thinking', thought: true }], { partial: true }),
      said([{ text: 'It is ' }], { partial: true }),
      said([{ text: '21.' }], { partial: true, usageMetadata: { promptTokenCount: 3 } }),
    ])
    expect(responseTextOf(invocation)).toBe('It is 21.')
    expect(invocation).toMatchObject({ modelCalls: 1, usage: { promptTokens: 3 } })
  })

  it('count what a sub-agent did, and take the last final word for the response', () => {
    const invocation = exchange([
      said(
        [
          { text: 'I ask my colleague.' },
          { functionCall: { name: 'transfer_to_agent', args: { agent_name: 'helper' } } },
        ],
        {
          author: 'root',
        },
      ),
      said([{ functionResponse: { name: 'transfer_to_agent', response: { result: null } } }], { author: 'root' }),
      said([{ functionCall: weather }], { author: 'helper' }),
      said([{ functionResponse: { name: 'get_weather', response: { degrees: 21 } } }], { author: 'helper' }),
      said([{ text: '21 degrees.' }], { author: 'helper' }),
    ])
    expect(toolCallsOf(invocation)?.map(({ name }) => name)).toEqual(['transfer_to_agent', 'get_weather'])
    expect(responseTextOf(invocation)).toBe('21 degrees.')
    expect(responseTextOf(invocation, { intermediate: true })).toBe('I ask my colleague.\n21 degrees.')
  })

  it('keep code, its result and media, and do not take them for words', () => {
    const invocation = exchange([
      said([
        { executableCode: { code: '1 + 1', language: 'PYTHON' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } },
      ]),
      said([{ text: 'See the picture.' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }]),
    ])
    expect(responseTextOf(invocation)).toBe('See the picture.')
    expect(invocation.finalResponse?.parts?.[1]).toEqual({ media: { mimeType: 'image/png', data: 'aGk=' } })
    expect(invocation.steps).toMatchObject({
      events: [
        {
          content: {
            parts: [
              { extra: { executable_code: { code: '1 + 1', language: 'PYTHON' } } },
              { extra: { code_execution_result: { outcome: 'OUTCOME_OK', output: '2' } } },
            ],
          },
        },
      ],
    })
  })

  it('of a whole session are those after the user’s last message', () => {
    const invocation = exchange([
      { author: 'user', content: { role: 'user', parts: [{ text: 'Before' }] } },
      said([{ functionCall: { name: 'old', args: {} } }]),
      said([{ text: 'Before, too.' }]),
      { author: 'user', content: { role: 'user', parts: [{ text: 'hi' }] } },
      said([{ functionCall: weather }]),
      {
        author: 'user',
        content: { role: 'user', parts: [{ functionResponse: { name: 'get_weather', response: {} } }] },
      },
      said([{ text: 'Now.' }]),
    ])
    expect(toolCallsOf(invocation)?.map(({ name }) => name)).toEqual(['get_weather'])
    expect(responseTextOf(invocation)).toBe('Now.')
  })

  it('beside a response are its steps, and one that says the same is none', () => {
    const events = [said([{ text: 'One moment.' }, { functionCall: weather }]), said([{ text: ' It is 21. ' }])]
    expect(exchange(events, { response: 'It is 21.' }).steps).toMatchObject({ events: [{ author: 'agent' }] })
    const other = exchange(events, { response: 'It is warm.' })
    expect(responseTextOf(other)).toBe('It is warm.')
    expect(responseTextOf(other, { intermediate: true })).toBe('One moment.\n It is 21. \nIt is warm.')
  })

  it.each([
    ['its finish reason', [said([{ text: 'It is' }], { finishReason: 'MAX_TOKENS' })]],
    ['an error beside the answer', [said([{ text: 'It is' }], { errorCode: 'MAX_TOKENS', errorMessage: 'too long' })]],
    ['an error behind the answer', [said([{ text: 'It is' }]), { author: 'agent', error_code: 'MAX_TOKENS' }]],
    ['the enum of Python', [said([{ text: 'It is' }], { finish_reason: 'FinishReason.MAX_TOKENS' })]],
  ])('that were cut are so by %s', (_way, events) => {
    const invocation = exchange([said([{ functionCall: weather }], { finishReason: 'STOP' }), ...events])
    expect(invocation).toMatchObject({ finishReason: 'length', steps: { events: [{ finishReason: 'stop' }] } })
    expect(responseTextOf(invocation)).toBe('It is')
  })

  it('that say nothing of it leave open why the answer ended', () => {
    const events = [said([{ functionCall: weather }], { finishReason: 'STOP' }), said([{ text: 'It is 21.' }])]
    expect(exchange(events).finishReason).toBeUndefined()
  })

  it('tell only the least of the tokens where a model call has none', () => {
    const events = [
      said([{ functionCall: { name: 'f' } }], { model: 'm' }),
      said([{ text: 'x' }], { model: 'm', usage: { totalTokens: 5 } }),
    ]
    expect(exchange(events)).toMatchObject({ usage: { totalTokens: 5 }, provenance: { partialUsage: true } })
    const all = exchange(events, { usage: { totalTokens: 9 } })
    expect([all.usage, all.provenance]).toEqual([{ totalTokens: 9 }, undefined])
  })

  it('that end in an error are the agent’s error, unless it had answered', () => {
    const failed = { author: 'agent', errorCode: 'SAFETY', errorMessage: 'The reply was blocked.' }
    expect(() => exchange([failed])).toThrow('The agent’s events end in an error: SAFETY: The reply was blocked.')
    expect(responseTextOf(exchange([said([{ text: 'ok' }]), failed]))).toBe('ok')
  })

  it('of a workflow that ends in a value have that value as the response', () => {
    expect(responseTextOf(exchange([{ author: 'node', output: { total: 3 }, nodeInfo: { path: 'wf.node' } }]))).toBe(
      '{"total":3}',
    )
  })

  it('of Gemini’s own tools on its side are kept and not counted as calls of the agent', () => {
    const invocation = exchange([said([{ toolCall: { toolType: 'GOOGLE_SEARCH', id: 's1' } }, { text: 'Found.' }])])
    expect(toolCallsOf(invocation)).toEqual([])
    expect(invocation.finalResponse?.parts?.[0]).toEqual({
      extra: { tool_call: { toolType: 'GOOGLE_SEARCH', id: 's1' } },
    })
  })

  it('of a speaking agent have its words in the transcription', () => {
    const heard = { author: 'agent', outputTranscription: { text: 'Hello.', finished: true } }
    expect(responseTextOf(exchange([heard]))).toBe('Hello.')
  })
})
