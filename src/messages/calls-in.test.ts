import { describe, expect, it } from 'vitest'
import { callsIn } from './calls-in.ts'

const oslo = { name: 'search', args: { city: 'Oslo' } }

describe('a call', () => {
  it.each([
    ['OpenAI, chat', [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{"city":"Oslo"}' } }]],
    [
      'OpenAI, Responses',
      [{ type: 'function_call', call_id: 'a', name: 'search', arguments: '{"city":"Oslo"}', status: 'completed' }],
    ],
    [
      'OpenAI, a message',
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'search', arguments: '{"city":"Oslo"}' } }],
      },
    ],
    ['OpenAI, before there were several', { function_call: { name: 'search', arguments: '{"city":"Oslo"}' } }],
    [
      'Anthropic',
      [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id: 'a', name: 'search', input: { city: 'Oslo' } },
      ],
    ],
    ['Gemini', [{ functionCall: { name: 'search', args: { city: 'Oslo' } } }]],
    ['Gemini, of Python', { role: 'model', parts: [{ function_call: { name: 'search', args: { city: 'Oslo' } } }] }],
    ['Bedrock', [{ toolUse: { toolUseId: 'a', name: 'search', input: { city: 'Oslo' } } }]],
    ['AI SDK', [{ type: 'tool-call', toolCallId: 'a', toolName: 'search', input: { city: 'Oslo' } }]],
    ['AI SDK 4', [{ type: 'tool-call', toolCallId: 'a', toolName: 'search', args: { city: 'Oslo' } }]],
    [
      'AI SDK, a part of a page',
      [{ type: 'tool-search', toolCallId: 'a', state: 'output-available', input: { city: 'Oslo' }, output: [3] }],
    ],
    ['LangChain', [{ name: 'search', args: { city: 'Oslo' }, id: 'a', type: 'tool_call' }]],
    ['LangChain, an action', [{ tool: 'search', tool_input: { city: 'Oslo' }, log: '' }]],
    ['DeepEval', [{ name: 'search', input_parameters: { city: 'Oslo' }, reasoning: null }]],
    ['MCP', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: { city: 'Oslo' } } }],
    ['ADK', { tool_uses: [{ name: 'search', args: { city: 'Oslo' } }], intermediate_responses: [] }],
    ['LlamaIndex', [{ tool_id: 'a', tool_name: 'search', tool_kwargs: { city: 'Oslo' } }]],
    ['Mastra', { steps: [{ stepType: 'tool_call', name: 'search', toolArgs: { city: 'Oslo' } }] }],
    ['words', 'search(city="Oslo")'],
    ['Python', `[{'name': 'search', 'args': {'city': 'Oslo'}, 'id': None}]`],
    ['Python, a class', `[ToolCall(name='search', description=None, input_parameters={'city': 'Oslo'}, output=None)]`],
    [
      'Python, classes',
      `[ChatCompletionMessageToolCall(id='a', function=Function(arguments='{"city":"Oslo"}', name='search'), type='function')]`,
    ],
    ['JSON of JSON', JSON.stringify(JSON.stringify([oslo]))],
    ['a list of JSON', [JSON.stringify(oslo)]],
    ['tags', '<tool_call>\n{"name": "search", "arguments": {"city": "Oslo"}}\n</tool_call>'],
  ])('is read as written by %s', (_, written) => {
    const read = callsIn(written)
    const calls = 'calls' in read ? read.calls.map(({ id: _id, ...call }) => call) : read
    expect(calls).toEqual([oslo])
    const asText = typeof written === 'string' ? read : callsIn(JSON.stringify(written))
    expect(asText).toEqual(read)
  })
})

describe('several calls', () => {
  it.each([
    ['{"name":"a","args":{"n":1}}{"name":"b"}', [{ name: 'a', args: { n: 1 } }, { name: 'b' }]],
    ['{"name":"a"}\n{"name":"b"}', [{ name: 'a' }, { name: 'b' }]],
    ["{'name': 'a'}, {'name': 'b'}", [{ name: 'a' }, { name: 'b' }]],
    [
      'a(n=1), b()',
      [
        { name: 'a', args: { n: 1 } },
        { name: 'b', args: {} },
      ],
    ],
    [
      'shop:a(n=[1, (2,)]); b.c(q=Query(text="x"))',
      [
        { name: 'shop:a', args: { n: [1, [2]] } },
        { name: 'b.c', args: { q: { text: 'x' } } },
      ],
    ],
    ['a;b', [{ name: 'a' }, { name: 'b' }]],
    ['a, b', [{ name: 'a' }, { name: 'b' }]],
    ['["a", "b(n=1)"]', [{ name: 'a' }, { name: 'b', args: { n: 1 } }]],
    ['[]', []],
    ['{"role":"assistant","content":"Hi"}', []],
  ])('stand in one text: %s', (text, calls) => {
    expect(callsIn(text)).toEqual({ calls, hasMore: false })
  })

  it.each([
    [[{ name: 'a', args: {} }, { name: 'b', arguments: '{"x":' }, { name: 'c' }], '{"x":'],
    [[{ name: 'a', args: {} }, { name: 'b', input: 'free text' }, { name: 'c' }], 'free text'],
    [[{ name: 'a', args: {} }, { name: 'b', input: [1] }, { name: 'c' }], '[1]'],
    ['a(); b("Oslo", 3); c', '"Oslo", 3'],
    ['a(), b(x=<object>), c', 'x=<object>'],
  ])('are not lost by one whose arguments cannot be read: %j', (written, malformed) => {
    const read = callsIn(written)
    expect(read).toMatchObject({ calls: [{ name: 'a' }, { name: 'b', malformed }, { name: 'c' }] })
  })

  it.each(['', ' ', 'null', '{}', '[]'])('may have %j as arguments, which are none', (written) => {
    expect(callsIn([{ name: 'a', arguments: written }])).toEqual({ calls: [{ name: 'a', args: {} }], hasMore: false })
  })

  it('may end in the middle of one', () => {
    expect(callsIn('a(x=1); b(url="htt')).toMatchObject({
      calls: [{ name: 'a' }, { name: 'b', malformed: 'url="htt' }],
    })
  })
})

it.each([
  7,
  null,
  {},
  { nam: 'a' },
  { name: 'a', agrs: {} },
  [{ name: 'a' }, 7],
  'No tool was called.',
  '{"name":',
  'true',
  { search: { city: 'Oslo' } },
])('is none: %j', (written) => {
  expect(callsIn(written)).toHaveProperty('noCall')
})

it('takes work that grows with the length of a text', () => {
  const read = callsIn('a(n=1); '.repeat(100_000))
  expect('calls' in read && read.calls.length).toBe(100_000)
})
