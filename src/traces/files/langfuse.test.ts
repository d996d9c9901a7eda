import { expect, it } from 'vitest'
import { shownConversations } from '../../../test/fixtures/shown-conversations.ts'
import { conversationsOf } from '../conversations.ts'
import { langfuseSpans } from './langfuse.ts'

const observation = (id: string, type: string, at: number, more: object) => ({
  id,
  traceId: 't1',
  type,
  name: id,
  startTime: `2026-08-01T10:00:0${at}.000Z`,
  endTime: `2026-08-01T10:00:0${at + 1}.000Z`,
  parentObservationId: null,
  ...more,
})
const asked = { role: 'user', content: 'Is it warm in Kobe?' }
const called = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Kobe"}' } }],
}
const observations = [
  observation('agent', 'AGENT', 1, { input: '{"messages":[{"role":"user","content":"Is it warm in Kobe?"}]}' }),
  observation('model', 'GENERATION', 2, {
    parentObservationId: 'agent',
    input: JSON.stringify([{ role: 'system', content: 'Be short.' }, asked]),
    output: JSON.stringify(called),
    model: 'gpt-5-mini',
    usageDetails: { input: 20, input_cached_tokens: 5, output: 7, output_reasoning: 3, total: 35 },
  }),
  observation('get_weather', 'TOOL', 3, {
    parentObservationId: 'agent',
    input: { city: 'Kobe' },
    output: '"21 degrees"',
  }),
  observation('model again', 'GENERATION', 4, {
    parentObservationId: 'agent',
    input: [asked, called, { role: 'tool', tool_call_id: 'c1', content: '21 degrees' }],
    output: { role: 'assistant', content: 'Yes, 21 degrees.' },
  }),
]
const whole = [
  '# s1',
  '! agent: Be short.',
  '> Is it warm in Kobe?',
  '  agent calls get_weather {"city":"Kobe"}',
  '  get_weather gives {"result":"21 degrees"}',
  '< Yes, 21 degrees.',
  '= 25 in, 10 out',
].join('\n')

it('reads a trace with its observations, in any order', () => {
  expect(shownConversations({ trace: { id: 't1', sessionId: 's1' }, observations: observations.toReversed() })).toBe(
    whole,
  )
  expect(shownConversations({ id: 't1', sessionId: 's1', observations })).toBe(whole)
})

const snake = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )

it('reads rows of traces and of observations, in snake case too', () => {
  const trace = {
    id: 't1',
    timestamp: '2026-08-01 10:00:00.000',
    session_id: 's1',
    project_id: 'p',
    input: null,
    output: null,
  }
  expect(shownConversations(trace, ...observations.map(snake))).toBe(whole)
  expect(
    shownConversations({ data: observations.map((one) => ({ ...one, sessionId: 's1' })), meta: { page: 1 } }),
  ).toBe(whole)
})

it('takes the question and the answer from the trace, where the observation on top has none', () => {
  const trace = { id: 't1', sessionId: 's1', input: '"Hello?"', output: '"Hello!"', observations: [] }
  const model = observation('model', 'GENERATION', 1, { input: 'user: Hello?', output: 'Hello!' })
  const top = observation('top', 'SPAN', 0, {})
  const lines = shownConversations({ trace, observations: [top, { ...model, parentObservationId: 'top' }] })
  expect(lines).toBe('# s1\n> Hello?\n< Hello!')
})

it('reads observations within their trace that name neither it nor a time', () => {
  const model = { id: 'm', type: 'GENERATION', input: 'Where is it?', output: 'Gone.', inputTokens: 3, outputTokens: 1 }
  const tool = { id: 't', type: 'TOOL', name: 'find', input: { id: 7 }, output: null }
  const trace = { id: 't1', input: null, output: null, observations: [tool, model] }
  expect(shownConversations({ data: [trace], meta: {} })).toBe(
    '# t1\n> Where is it?\n  agent calls find {"id":7}\n< Gone.\n= 3 in, 1 out',
  )
})

it('knows tools of LangChain and of AI SDK that are spans like any other', () => {
  const message = { id: ['langchain_core', 'messages', 'ToolMessage'], lc: 1, type: 'constructor' }
  const kwargs = { content: 'sunny', tool_call_id: 'c1', name: 'get_weather' }
  const attributes = { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'search', 'ai.toolCall.id': 'c2' }
  const lines = shownConversations([
    observation('agent', 'AGENT', 0, { input: 'Weather?', output: 'Sunny.' }),
    observation('get_weather', 'SPAN', 1, {
      parentObservationId: 'agent',
      input: "{'city': 'Kobe', 'days': None}",
      output: { ...message, kwargs },
    }),
    observation('ai.toolCall', 'SPAN', 2, {
      parentObservationId: 'agent',
      metadata: JSON.stringify({ attributes }),
      input: '{"q":"x"}',
      output: '[1]',
    }),
  ])
  expect(lines).toMatchInlineSnapshot(`
    "# t1
    > Weather?
      agent calls get_weather {"city":"Kobe","days":null}
      agent calls search {"q":"x"}
      get_weather gives {"result":"sunny"}
      search gives {"result":[1]}
    < Sunny."
  `)
})

it.each(['TOOL', 'RETRIEVER', 'SPAN', 'EVENT'])(
  'takes the words of a trace whose only observation, a %s, has none',
  (type) => {
    const only = observation('look_up', type, 1, { input: { city: 'Kobe' }, output: { degrees: 21 } })
    const trace = {
      id: 't1',
      name: 'bot',
      input: { question: 'Is it warm in Kobe?' },
      output: 'Yes.',
      observations: [only],
    }
    const shown = shownConversations(trace).split('\n')
    expect(shown).toContain('> Is it warm in Kobe?')
    expect(shown).toContain('< Yes.')
    expect(shown.some((line) => line.includes('calls look_up'))).toBe(type === 'TOOL')
  },
)

it('counts tokens once that are listed as details of the output or the input', () => {
  const usageDetails = {
    input: 60,
    'prompt_details.cache_read': 40,
    output: 2055,
    'completion_details.reasoning': 1104,
    total: 2115,
  }
  const model = observation('model', 'GENERATION', 1, { input: 'Hello?', output: 'Hello!', usageDetails })
  const [conversation] = conversationsOf(langfuseSpans([{ id: 't1', observations: [model] }]))
  expect(conversation?.invocations[0]?.usage).toEqual({
    inputTokens: 60,
    cachedTokens: 40,
    outputTokens: 2055,
    reasoningTokens: 1104,
    totalTokens: 2115,
  })
  const { total: _, ...withoutTotal } = usageDetails
  const unsummed = { ...model, usageDetails: withoutTotal }
  const [other] = conversationsOf(langfuseSpans([{ id: 't1', observations: [unsummed] }]))
  expect(other?.invocations[0]?.usage).toMatchObject({ inputTokens: 60, outputTokens: 2055 })
})
