import { describe, expect, it } from 'vitest'
import { madeSpan } from '../../test/fixtures/made-span.ts'
import { responseTextOf, textOf, toolCallsOf } from '../core/index.ts'
import { completeInvocation } from './complete-invocation.ts'
import { conversationsOf } from './conversations.ts'

const agent = (name: string) => ({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name })
const chat = (input: readonly unknown[], output: readonly unknown[]) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm-1',
  'gen_ai.usage.input_tokens': 10,
  'gen_ai.usage.output_tokens': 5,
  'gen_ai.input.messages': JSON.stringify(input),
  'gen_ai.output.messages': JSON.stringify(output),
})
const tool = (name: string, args: object, result: unknown, id?: string) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  'gen_ai.tool.call.arguments': JSON.stringify(args),
  'gen_ai.tool.call.result': JSON.stringify(result),
  ...(id === undefined ? {} : { 'gen_ai.tool.call.id': id }),
})
const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
const call = (name: string, args: object, id?: string) => ({ type: 'tool_call', name, arguments: args, id })
const asks = (...parts: readonly object[]) => ({ role: 'assistant', parts })

const kind = (name: string, others: object = {}) => ({ 'openinference.span.kind': name, ...others })
const task = (input: string, output: string) => ({ 'input.value': input, 'output.value': output })
const contentEvent = (name: string, field: string, ...messages: readonly object[]) => ({
  name: `gen_ai.content.${name}`,
  at: 0,
  attributes: { [field]: JSON.stringify(messages) },
})

const weather = [
  // As spans arrive: children first.
  madeSpan('tool', [2, 3], tool('get_weather', { city: 'Kyoto' }, { degrees: 21 }, 'c1'), { in: 'agent' }),
  madeSpan(
    'chat 2',
    [3, 4],
    chat(
      [
        text('user', 'How warm is it in Kyoto?'),
        asks(call('get_weather', { city: 'Kyoto' }, 'c1')),
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', result: '{"degrees":21}' }] },
      ],
      [text('assistant', 'It is 21 degrees.')],
    ),
    { in: 'agent' },
  ),
  madeSpan(
    'chat 1',
    [1, 2],
    chat(
      [text('system', 'You tell the weather.'), text('user', 'How warm is it in Kyoto?')],
      [asks(call('get_weather', { city: 'Kyoto' }, 'c1'))],
    ),
    { in: 'agent' },
  ),
  madeSpan('agent', [0, 5], agent('weather')),
]

describe('an exchange from spans', () => {
  it('has user content, calls, answer, tokens and what the agent was told', () => {
    const [conversation, ...others] = conversationsOf(weather)
    expect(others).toEqual([])
    expect(conversation).toMatchObject({ id: 'trace-1', origins: [{ traceId: 'trace-1', spanId: 'trace-1 agent' }] })
    expect(conversation?.invocations).toEqual([
      {
        userContent: { role: 'user', parts: [{ text: 'How warm is it in Kyoto?' }] },
        finalResponse: { role: 'model', parts: [{ text: 'It is 21 degrees.' }] },
        steps: {
          form: 'events',
          events: [
            {
              author: 'weather',
              model: 'm-1',
              usage: { inputTokens: 10, outputTokens: 5 },
              endedAt: Date.UTC(2026, 0, 1, 12, 0, 2) / 1000,
              durationSeconds: 1,
              content: {
                role: 'model',
                parts: [{ toolCall: { id: 'c1', name: 'get_weather', args: { city: 'Kyoto' } } }],
              },
            },
            {
              author: 'weather',
              endedAt: Date.UTC(2026, 0, 1, 12, 0, 3) / 1000,
              durationSeconds: 1,
              content: {
                role: 'user',
                parts: [{ toolResponse: { id: 'c1', name: 'get_weather', response: { degrees: 21 } } }],
              },
            },
          ],
        },
        agents: { weather: { name: 'weather', instructions: 'You tell the weather.' } },
        createdAt: Date.UTC(2026, 0, 1, 12) / 1000,
        durationSeconds: 5,
        modelCalls: 2,
        usage: { inputTokens: 20, outputTokens: 10 },
        provenance: {
          toolCalls: 'observed',
          instructions: 'observed',
          usage: 'observed',
          listener: 'OpenTelemetry',
        },
      },
    ])
  })

  it('has parallel calls in the order of the model’s message, whichever tool began first', () => {
    const [a, b] = [{ city: 'Kyoto' }, { city: 'Osaka' }]
    const [conversation] = conversationsOf([
      madeSpan('agent', [0, 9], agent('weather')),
      madeSpan('chat', [1, 2], chat([text('user', 'Both?')], [asks(call('w', a), call('w', b))]), { in: 'agent' }),
      madeSpan('tool b', [3, 4], tool('w', b, 'rain'), { in: 'agent' }),
      madeSpan('tool a', [3.5, 5], tool('w', a, 'sun'), { in: 'agent' }),
    ])
    const [invocation] = conversation?.invocations ?? []
    expect(invocation && toolCallsOf(invocation)).toEqual([
      { id: 'call-1', name: 'w', args: a },
      { id: 'call-2', name: 'w', args: b },
    ])
    expect(invocation?.steps).toMatchObject({
      events: [
        {},
        { content: { parts: [{ toolResponse: { id: 'call-2', response: { result: 'rain' } } }] } },
        { content: { parts: [{ toolResponse: { id: 'call-1', response: { result: 'sun' } } }] } },
      ],
    })
  })

  it.each([2, 6.5])('has its answer from the root, and what its children did, with the call until %s s', (end) => {
    const [conversation] = conversationsOf([
      madeSpan('root', [0, 9], agent('front')),
      madeSpan('ask', [1, end], chat([text('user', 'Why?')], [asks(call('ask_expert', { q: 'Why?' }, 'c1'))]), {
        in: 'root',
      }),
      madeSpan('execute', [2, 6], tool('ask_expert', { q: 'Why?' }, 'Because.', 'c1'), { in: 'root' }),
      madeSpan('child', [3, 6], agent('expert'), { in: 'execute' }),
      madeSpan('look', [3, 4], chat([text('user', 'Why?')], [asks(call('look_up', {}, 'c2'))]), { in: 'child' }),
      madeSpan('look up', [4, 5], tool('look_up', {}, 'a book', 'c2'), { in: 'child' }),
      madeSpan('child says', [5, 6], chat([text('user', 'Why?')], [text('assistant', 'Because.')]), { in: 'child' }),
      madeSpan('root says', [7, 8], chat([text('user', 'Why?')], [text('assistant', 'Because.')]), { in: 'root' }),
    ])
    const [invocation] = conversation?.invocations ?? []
    const events = invocation?.steps?.form === 'events' ? invocation.steps.events : []
    expect(invocation && responseTextOf(invocation)).toBe('Because.')
    expect(
      events.map(
        ({ author, content }) => `${author}: ${textOf(content) || Object.keys(content?.parts?.[0] ?? {}).join()}`,
      ),
    ).toEqual([
      'front: toolCall',
      'expert: toolCall',
      'expert: toolResponse',
      'expert: Because.',
      'front: toolResponse',
    ])
  })

  it('has calls that only the next model’s history tells of', () => {
    const history = [
      text('user', 'Before'),
      asks(call('old', {})),
      text('assistant', 'Done.'),
      text('user', 'Now'),
      asks(call('look', { n: 1 })),
      { role: 'tool', parts: [{ type: 'tool_call_response', response: 'found' }] },
    ]
    const [conversation] = conversationsOf([
      madeSpan('agent', [0, 9], agent('a')),
      madeSpan('chat', [3, 4], chat(history, [text('assistant', 'Here.')]), { in: 'agent' }),
    ])
    const [invocation] = conversation?.invocations ?? []
    expect(textOf(invocation?.userContent)).toBe('Now')
    expect(invocation && toolCallsOf(invocation)).toEqual([{ id: 'call-1', name: 'look', args: { n: 1 } }])
  })
})

const counted = (count: unknown) =>
  conversationsOf([
    madeSpan('semconv', [0, 1], { ...chat([text('user', 'Hi')], []), 'gen_ai.usage.input_tokens': count }),
    madeSpan('openinference', [1, 2], { 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': count }),
    madeSpan('ai sdk', [2, 3], { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.usage.inputTokens': count }),
    madeSpan('langfuse', [3, 4], {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.usage_details': JSON.stringify({ input: count }),
    }),
  ]).flatMap(({ invocations }) => invocations.flatMap(({ usage }) => usage?.inputTokens ?? []))

describe('counters of tokens', () => {
  it.each([-1, Number.NaN, Infinity, 1.5, '12', 'many', '', true, null, [3], {}, 2 ** 31, 1e300, 10n ** 30n])(
    'are absent where they say %s',
    (count) => expect(counted(typeof count === 'bigint' ? String(count) : count)).toEqual([]),
  )

  it('are read where they are whole numbers from 0 on', () => {
    expect([counted(0), counted(7)]).toEqual([
      [0, 0, 0, 0],
      [7, 7, 7, 7],
    ])
  })
})

describe('a frame that tells no message', () => {
  it('has what its first agent was asked, not what that one asks of others', () => {
    const [conversation] = conversationsOf([
      madeSpan('kickoff', [0, 9], kind('CHAIN', task('{"topic":"kelp"}', 'Half a metre a day.'))),
      madeSpan('researcher', [1, 5], kind('AGENT', task('Find out about kelp', '0.5 m')), { in: 'kickoff' }),
      madeSpan('tool', [2, 4], kind('TOOL', { 'tool.name': 'ask' }), { in: 'researcher' }),
      madeSpan('child', [3, 4], kind('AGENT', task('How fast?', '0.5 m')), { in: 'tool' }),
      madeSpan('writer', [6, 8], kind('AGENT', task('Write it down', 'Half a metre a day.')), { in: 'kickoff' }),
    ])
    expect(conversation?.invocations.map((one) => [textOf(one.userContent), responseTextOf(one)])).toEqual([
      ['Find out about kelp', 'Half a metre a day.'],
    ])
  })
})

describe("Semantic Kernel's calls of models", () => {
  it.each(['chat.completions', 'chat.streaming_completions', 'text.completions', 'text.streaming_completions'])(
    'are known as %s',
    (operation) => {
      const [conversation] = conversationsOf([
        madeSpan('agent', [0, 5], agent('home')),
        madeSpan(
          operation,
          [1, 2],
          {
            'gen_ai.operation.name': operation,
            'gen_ai.response.prompt_tokens': 40,
            'gen_ai.response.completion_tokens': 9,
          },
          {
            in: 'agent',
            events: [
              contentEvent('prompt', 'gen_ai.prompt', { role: 'user', content: 'Dim the bedroom' }),
              contentEvent('completion', 'gen_ai.completion', { role: 'assistant', content: 'It is dim.' }),
            ],
          },
        ),
      ])
      expect(conversation?.invocations).toMatchObject([
        {
          userContent: { parts: [{ text: 'Dim the bedroom' }] },
          finalResponse: { parts: [{ text: 'It is dim.' }] },
          usage: { inputTokens: 40, outputTokens: 9 },
        },
      ])
    },
  )
})

describe('a conversation from spans', () => {
  it('has the exchanges of its id in order of time, from whatever traces', () => {
    const told = { ...agent('a'), 'gen_ai.conversation.id': 'talk' }
    const turn = (trace: string, at: number, question: string, answer: string) => [
      madeSpan('chat', [at, at + 1], chat([text('user', question)], [text('assistant', answer)]), {
        in: 'agent',
        trace,
      }),
      madeSpan('agent', [at, at + 2], told, { trace }),
    ]
    const conversations = conversationsOf([...turn('t2', 10, 'And?', 'Two.'), ...turn('t1', 1, 'What?', 'One.')])
    expect(conversations.map(({ id, invocations }) => [id, invocations.map((one) => responseTextOf(one))])).toEqual([
      ['talk', ['One.', 'Two.']],
    ])
  })

  it('that ends in an error has a failure', () => {
    const [conversation] = conversationsOf([madeSpan('agent', [0, 1], agent('a'), { error: 'no key' })])
    expect(conversation).toMatchObject({
      invocations: [],
      failure: { code: 'agent', reason: { values: { problem: 'no key' } } },
    })
  })
})

describe('an answer that no span holds', () => {
  it('is unknown where the contents were not recorded', () => {
    const bare = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10 }
    const spans = [madeSpan('chat', [1, 2], bare, { in: 'agent' }), madeSpan('agent', [0, 5], agent('a'))]
    expect(provenanceIn(spans)).toMatchObject({ answerUnknown: true })
    expect(provenanceIn(spans)).not.toHaveProperty('brokenOff')
    const elided = ['gen_ai.user.message', 'gen_ai.choice'].map((name) => ({
      name,
      at: 0,
      attributes: {},
      body: { content: '<elided>' },
    }))
    expect(provenanceIn([madeSpan('chat', [1, 2], bare, { events: elided })])).toMatchObject({ answerUnknown: true })
    expect(provenanceIn(weather)).not.toHaveProperty('answerUnknown')
  })

  it('is none where the agent stopped behind a call, and unknown with later calls where the trace was cut', () => {
    const asked = chat([text('user', 'Hi')], [asks(call('get_weather', {}, 'c1'))])
    const calling = madeSpan('chat', [1, 2], asked, { in: 'agent' })
    const { endedAt: _, ...running } = madeSpan('agent', [0, 5], agent('a'))
    expect(provenanceIn([calling, madeSpan('agent', [0, 5], agent('a'))])).not.toHaveProperty('answerUnknown')
    expect(provenanceIn([calling, running])).toMatchObject({ brokenOff: true, answerUnknown: true })
  })
})

describe('spans beside an answer', () => {
  it('complete it, and what it says itself wins', () => {
    const said = {
      userContent: { role: 'user', parts: [{ text: 'How warm is it in Kyoto?' }] },
      finalResponse: { role: 'model', parts: [{ text: 'It is 21 degrees.' }] },
      modelCalls: 7,
    }
    const invocation = completeInvocation(said, weather)
    expect(invocation).toMatchObject({ ...said, usage: { inputTokens: 20 }, agents: { weather: {} } })
    expect(toolCallsOf(invocation)).toEqual([{ id: 'c1', name: 'get_weather', args: { city: 'Kyoto' } }])
    expect(completeInvocation(said, [])).toEqual(said)
    const withSteps = { ...said, steps: { form: 'lists' as const, toolCalls: [], toolResponses: [], responses: [] } }
    expect(completeInvocation(withSteps, weather).steps).toEqual(withSteps.steps)
  })
})

function provenanceIn(spans: Parameters<typeof conversationsOf>[0]) {
  return conversationsOf(spans)[0]?.invocations[0]?.provenance
}
