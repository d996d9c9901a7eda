import { describe, expect, it } from 'vitest'
import { EvalError, allToolCallsOf, message, toEnglish, toolCallsOf, toolResponsesOf } from '../../core/index.ts'
import { exchangeFrom, readAgentReply, toInvocation } from './reply.ts'
import { saying } from '../target.contract.ts'

function errorOf(answer: unknown): EvalError {
  try {
    readAgentReply(answer)
  } catch (error) {
    if (error instanceof EvalError) return error
    throw error
  }
  throw new Error('it was read')
}

const timing = { durationSeconds: 1, createdAt: 1000 }

describe('readReply', () => {
  it('takes a text as the response', () => {
    expect(readAgentReply('hello')).toEqual({ response: 'hello' })
  })

  it('reads the spelling of other languages, and null as absent', () => {
    const reply = readAgentReply({
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
    expect(toolCallsOf(exchangeFrom(saying('hi'), reply, timing))).toEqual([
      { name: 'find', args: { order_id: 12345678901234567890n } },
    ])
  })

  it('keeps what an answer points to and says of itself', () => {
    const reply = readAgentReply({
      response: 'Unplug it [1].',
      citations: [{ id: 'malware#1', text: 'Unplug the device.', score: 0.8, updated_at: null }],
      flags: { dangerous_operation: false },
    })
    expect(exchangeFrom(saying('hi'), reply, timing)).toMatchObject({
      citations: [{ id: 'malware#1', text: 'Unplug the device.', score: 0.8 }],
      flags: { dangerous_operation: false },
    })
  })

  it('reads a list of events as an answer', () => {
    const answer = [{ author: 'weather', content: { parts: [{ text: '21 degrees.' }] } }]
    expect(toInvocation(saying('hi'), answer, timing)).toMatchObject({
      finalResponse: { parts: [{ text: '21 degrees.' }] },
      steps: { form: 'events', events: [] },
    })
  })

  it('keeps whatever else an agent wants to tell under metadata', () => {
    const answer = { response: 'ok', metadata: { trace_id: 'a-1', model: { name: 'm' } } }
    expect(toInvocation(saying('hi'), answer, timing).metadata).toEqual({ trace_id: 'a-1', model: { name: 'm' } })
  })

  it('takes null as a response for an agent that says nothing, and counters that nobody here knows as no mistake', () => {
    expect(
      readAgentReply({ response: null, usage: { input_tokens: 3, service_tier: 'x', input_tokens_details: {} } }),
    ).toEqual({ usage: { inputTokens: 3 } })
    expect(
      readAgentReply({ response: 'ok', usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } }),
    ).toEqual({
      response: 'ok',
      usage: { promptTokens: 3, outputTokens: 4, totalTokens: 7 },
    })
  })

  it('does not take for a count what a library has where a model told no tokens', () => {
    const none = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
    expect(usageOf({ response: 'ok', modelCalls: 1, usage: none })).toBeUndefined()
    expect(usageOf(heard({ totalTokens: 0 }))).toBeUndefined()
    expect(usageOf(heard({ ...none, inputTokens: 3 }))).toMatchObject({ inputTokens: 3, outputTokens: 0 })
    expect(toInvocation(saying('hi'), heard(none, {}), timing).modelCalls).toBe(1)
    // An agent that asked no model took none.
    expect(usageOf({ response: 'ok', usage: none })).toEqual(none)
  })

  it('lets a program repeat the conversation that it answers', () => {
    expect(readAgentReply({ conversation: 'c-1', response: 'ok' })).toEqual({ response: 'ok' })
  })

  it.each([
    [{ response: 'x', toolCals: [] }, 'toolCals', 'toolCalls'],
    [{ response: 'x', tool_cals: [] }, 'tool_cals', 'toolCalls'],
    [{ respones: 'x' }, 'respones', 'response'],
    [{ response: 'x', appDetail: {} }, 'appDetail', 'appDetails'],
    [{ response: 'x', app_details: { root: {} } }, 'appDetails.root', undefined],
    [{ response: 'x', appDetails: { agents: {} } }, 'appDetails.agents', 'agentDetails'],
    [{ response: 'x', agents: { root: { instruction: 'Be kind.' } } }, 'agents.root.instruction', 'instructions'],
    [{ response: 'x', toolCalls: [{ name: 'a', input: {} }] }, 'toolCalls[0].input', 'args'],
    [{ response: 'x', toolCalls: [{ name: 'a', arg: {} }] }, 'toolCalls[0].arg', 'args'],
    [{ response: 'x', usage: { inputTokns: 3 } }, 'usage.inputTokns', 'inputTokens'],
    [{ response: 'x', citations: [{ id: 'a', text: 'b', scor: 1 }] }, 'citations[0].scor', 'score'],
    [{ answer: 'hi' }, 'answer', 'response'],
    [{ response: 'x', output_text: 'y' }, 'output_text', undefined],
    [{ events: [{ contnet: {} }] }, 'events[0].contnet', 'content'],
    [{ events: [{ role: 'model', parts: [] }] }, 'events[0].role', 'author'],
    [{ events: [{ content: { part: [] } }] }, 'events[0].content.part', 'parts'],
    [
      { events: [{ content: { parts: [{ functioncall: {} }] } }] },
      'events[0].content.parts[0].functioncall',
      'functionCall',
    ],
    [
      { events: [{ content: { parts: [{ functionCall: { name: 'a', arguements: {} } }] } }] },
      'events[0].content.parts[0].functionCall.arguements',
      undefined,
    ],
    [{ events: [{ content: { parts: [{ type: 'tool-call' }] } }] }, 'events[0].content.parts[0].type', undefined],
    [[{ type: 'message', content: 'hi' }], 'events[0].type', undefined],
  ])('refuses %j for %s and says what was meant', (answer, field, meant) => {
    const error = errorOf(answer)
    expect(error.message).toContain(`The agent’s answer has a field that nobody here knows: ${field}. It begins with `)
    expect(toEnglish(error.hint ?? message(''))).toMatch(
      meant === undefined ? /^An answer is a text|^Known here: / : new RegExp(`^Did you mean "${meant}"\\?`),
    )
  })

  it('refuses a word that is given in both spellings', () => {
    expect(() => readAgentReply({ response: 'a', toolCalls: [], tool_calls: [{ name: 'find' }] })).toThrow(
      'tool_calls: toolCalls is given twice, in two spellings',
    )
  })

  it.each([
    [{ state: { messages: [], step: 3 } }, 'state'],
    [{ state: {}, usage: { inputTokens: 3 } }, 'state, usage'],
    [{ metadata: {} }, 'metadata'],
    [{ instructions: 'Be kind.' }, 'instructions'],
  ])('does not take %j for an answer: nothing in it says what the agent did', (answer, names) => {
    const error = errorOf(answer)
    expect(error.message).toContain(`The agent’s answer has ${names}, but no response, toolCalls or events.`)
    expect(toEnglish(error.hint ?? message(''))).toContain(
      'An answer is a text, messages of OpenAI, a list of ADK’s events, or an object with',
    )
  })

  it.each([
    [42, 'The agent’s answer is neither a text nor an object with response: 42'],
    [[], 'The agent’s answer is neither a text nor an object with response: []'],
    [undefined, 'The agent answered nothing: it returned undefined'],
  ])('says of %j what it is', (answer, problem) => {
    expect(() => readAgentReply(answer)).toThrow(problem)
  })

  const spoken = [
    { role: 'user', content: 'And in Kyoto?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Kyoto"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"celsius":21}' },
    { role: 'assistant', content: [{ type: 'text', text: '21 degrees.' }] },
  ]
  const before = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
  ]
  const response = {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output: [
      { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Kyoto"}' },
      { type: 'function_call_output', call_id: 'c1', output: '{"celsius":21}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '21 degrees.' }] },
    ],
  }
  it.each([
    ['a list of messages', spoken],
    ['a whole conversation of them', { messages: [...before, ...spoken] }],
    ['a response of the Responses API', response],
  ])('reads %s of OpenAI', (_, answer) => {
    const { finalResponse, steps } = toInvocation({ parts: [{ text: 'Hi' }] }, answer as never, {
      durationSeconds: 1,
      createdAt: 1,
    })
    expect(finalResponse?.parts).toEqual([{ text: '21 degrees.' }])
    expect(steps).toMatchObject({
      toolCalls: [{ id: 'c1', name: 'get_weather', args: { city: 'Kyoto' } }],
      toolResponses: [{ id: 'c1', name: 'get_weather', response: { celsius: 21 } }],
    })
  })

  it('knows of answers of tools whose calls a shortened history lacks, and of calls without arguments', () => {
    const tool_calls = [{ id: 'b', function: { name: 'pay' } }]
    const messages = [
      { role: 'tool', tool_call_id: 'a', content: '3' },
      { role: 'assistant', content: '', tool_calls },
      { role: 'tool', tool_call_id: 'b', content: 'paid' },
      { role: 'assistant', content: 'Done.' },
    ]
    const said = toInvocation({}, messages, { durationSeconds: 0, createdAt: 0 })
    expect(toolCallsOf(said)).toEqual([{ id: 'b', name: 'pay' }])
    expect(allToolCallsOf(said)).toBeUndefined()
    expect(toolResponsesOf(said)).toMatchObject([
      { id: 'a', response: { result: '3' } },
      { id: 'b', response: { result: 'paid' } },
    ])
  })

  it('reads a chat completion', () => {
    const choices = [{ index: 0, finish_reason: 'length', message: { role: 'assistant', content: 'Paris' } }]
    const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
    expect(readAgentReply({ id: 'x', object: 'chat.completion', choices, usage })).toEqual({
      response: 'Paris',
      finishReason: 'length',
      usage: { promptTokens: 3, outputTokens: 4, totalTokens: 7 },
    })
    expect(
      readAgentReply([
        { role: 'user', content: 'Capital?' },
        { role: 'assistant', content: 'Paris' },
      ]),
    ).toEqual({
      response: 'Paris',
      toolCalls: [],
    })
  })

  it.each([
    [{ response: 7 }, 'response: Invalid input: expected string, received number. It begins with {"response":7}'],
    [
      { toolCalls: [{ name: 'a' }, { args: {} }] },
      'toolCalls[1].name: Invalid input: expected string, received undefined. It begins with {"toolCalls":[{"name":"a"},{"args":{}}]}',
    ],
    [
      { toolCalls: [{ name: 'a', args: [1] }] },
      'toolCalls[0].args: expected an object, or an object as JSON text. It begins with {"toolCalls":[{"name":"a","args":[1]}]}',
    ],
    [{}, 'it is empty. It begins with {}'],
    [
      { toolCalls: [{ name: 'a' }], events: [] },
      'toolCalls: give the tool calls either here or in events, not in both. It begins with {"toolCalls":[{"name":"a"}],"events":[]}',
    ],
  ])('says which field of %j is wrong', (answer, problem) => {
    expect(() => readAgentReply(answer)).toThrow(`The agent’s answer does not fit: ${problem}`)
  })

  it('shows no more than the first 200 characters, without secrets', () => {
    const answer = { nothing: `key-123\u001b${'🧪'.repeat(500)}` }
    expect(() => readAgentReply(answer, (text) => text.replace('key-123', '•••'))).toThrow(
      `The agent’s answer has a field that nobody here knows: nothing. It begins with {"nothing":"•••\\u001b${'🧪'.repeat(179)}…`,
    )
  })

  it('does not let nesting through that nobody can walk', () => {
    let deep: unknown = {}
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    expect(() => readAgentReply({ state: { deep } })).toThrow('The agent’s answer is nested more than 200 levels deep')
  })
})

describe('toInvocation', () => {
  it.each([
    ['not json', { name: 'a', malformed: 'not json' }],
    ['[1]', { name: 'a', malformed: '[1]' }],
    ['"{}"', { name: 'a', malformed: '"{}"' }],
    ['{"n":5,"n":500}', { name: 'a', malformed: '{"n":5,"n":500}' }],
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

describe('why the response ended', () => {
  it.each([
    ['finish_reason', 'length', 'length'],
    ['finishReason', 'SAFETY', 'content-filter'],
    ['finishReason', 'end_turn', 'stop'],
    ['finishReason', 'whatever', 'other'],
  ])('is told in the words of any wire: %s %s', (name, reason, known) => {
    expect(toInvocation(saying('hi'), { response: 'It is', [name]: reason }, timing).finishReason).toBe(known)
  })

  it('is told by the answer before its events', () => {
    const events = [{ content: { parts: [{ text: 'It is' }] }, finishReason: 'STOP' }]
    expect(toInvocation(saying('hi'), { events, finishReason: 'length' }, timing).finishReason).toBe('length')
  })
})

describe('what an answer tells of its agents', () => {
  const find = { name: 'find', description: 'Finds an order.', parameters: { type: 'object', properties: {} } }
  const declared = [
    { name: 'find', description: 'Finds an order.', parameters_json_schema: { type: 'object', properties: {} } },
  ]

  it.each([
    ['a function', find],
    ['a function of OpenAI’s chat API', { type: 'function', function: find }],
    ['a function of OpenAI’s newer API', { type: 'function', ...find }],
    ['a tool of Anthropic', { name: 'find', description: find.description, input_schema: find.parameters }],
    ['a tool of MCP', { name: 'find', description: find.description, inputSchema: find.parameters }],
  ])('takes %s for a declaration', (_what, tool) => {
    const answer = { response: 'x', instructions: 'Be kind.', tool_declarations: [tool] }
    expect(toInvocation(saying('hi'), answer, timing).agents).toEqual({
      agent: { name: 'agent', instructions: 'Be kind.', toolDeclarations: [{ function_declarations: declared }] },
    })
  })

  it('leaves what Gemini calls a tool as it is, and takes a bare name for a function', () => {
    const search = { google_search: {} }
    const gemini = { functionDeclarations: [{ name: 'find', parameters: { type: 'OBJECT' } }] }
    const answer = {
      response: 'x',
      toolDeclarations: [search, gemini, 'cancel', { name: 'a', parameters: { type: 'OBJECT' } }],
    }
    expect(toInvocation(saying('hi'), answer, timing).agents?.['agent']?.toolDeclarations).toEqual([
      search,
      gemini,
      { function_declarations: [{ name: 'cancel' }, { name: 'a', parameters: { type: 'OBJECT' } }] },
    ])
  })

  it('names the agent of the answer’s own words after who spoke first, and lists others by name', () => {
    const answer = {
      instructions: 'Delegate.',
      events: [{ author: 'root', content: { parts: [{ functionCall: { name: 'transfer_to_agent', args: {} } }] } }],
      agents: { helper: { instructions: 'Help.' } },
    }
    expect(toInvocation(saying('hi'), answer, timing).agents).toEqual({
      root: { name: 'root', instructions: 'Delegate.' },
      helper: { name: 'helper', instructions: 'Help.' },
    })
  })

  it('reads what ADK notes of an app, in either spelling', () => {
    const answer = {
      response: 'x',
      app_details: {
        agent_details: {
          root: { name: 'root', instructions: 'Be kind.', tool_declarations: [{ function_declarations: [] }] },
        },
      },
    }
    expect(toInvocation(saying('hi'), answer, timing).agents).toEqual({
      root: { name: 'root', instructions: 'Be kind.', toolDeclarations: [{ function_declarations: [] }] },
    })
  })
})

function usageOf(answer: object) {
  return toInvocation(saying('hi'), answer, timing).usage
}

function heard(usage: object, of: { readonly model?: string } = { model: 'm' }) {
  return { events: [{ author: 'a', content: { parts: [{ text: 'ok' }] }, ...of, usage }] }
}
