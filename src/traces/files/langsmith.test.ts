import { expect, it } from 'vitest'
import { shownConversations } from '../../../test/fixtures/shown-conversations.ts'
import { conversationsOf } from '../conversations.ts'
import { langsmithSpans } from './langsmith.ts'

const lc = (kind: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', kind],
  kwargs,
})
const asked = lc('HumanMessage', { content: 'Is it warm in Kobe?' })
const call = { name: 'get_weather', args: { city: 'Kobe' }, id: 'c1', type: 'tool_call' }
const called = lc('AIMessage', {
  content: '',
  tool_calls: [call],
  usage_metadata: { input_tokens: 9, output_tokens: 4 },
})
const gave = lc('ToolMessage', { content: '21 degrees', tool_call_id: 'c1', name: 'get_weather' })
const answer = lc('AIMessage', { content: 'Yes, 21 degrees.', usage_metadata: { input_tokens: 12, output_tokens: 6 } })
const metadata = { thread_id: 'thread-7', lc_agent_name: 'weather' }

const run = (id: string, runType: string, at: number, more: object) => ({
  id,
  run_type: runType,
  name: id,
  start_time: `2026-08-01T10:00:0${at}.000000`,
  end_time: `2026-08-01T10:00:0${at + 1}.000000`,
  extra: { metadata },
  ...more,
})
const root = run('weather', 'chain', 0, {
  inputs: { messages: [asked] },
  outputs: { messages: [asked, called, gave, answer] },
})
const children = [
  run('ChatOpenAI', 'llm', 1, {
    inputs: { messages: [[lc('SystemMessage', { content: 'Be short.' }), asked]] },
    outputs: { generations: [[{ text: '', message: called }]] },
  }),
  run('get_weather', 'tool', 2, { inputs: { input: "{'city': 'Kobe'}" }, outputs: { output: gave } }),
  run('ChatOpenAI-2', 'llm', 3, {
    inputs: { messages: [[asked, called, gave]] },
    outputs: { generations: [[{ text: '', message: answer }]] },
  }),
]
const whole = [
  '# thread-7',
  '! weather: Be short.',
  '> Is it warm in Kobe?',
  '  weather calls get_weather {"city":"Kobe"}',
  '  get_weather gives {"result":"21 degrees"}',
  '< Yes, 21 degrees.',
  '= 21 in, 10 out',
].join('\n')

it('reads runs as a list, whose children name their parent or have an order that does', () => {
  const listed = children.map((child) => ({ ...child, trace_id: 'weather', parent_run_id: 'weather' }))
  expect(shownConversations(...listed, { ...root, trace_id: 'weather' })).toBe(whole)
  const dotted = children.map((child) => ({
    ...child,
    trace_id: 'weather',
    dotted_order: `20260801T100000000000Zweather.20260801T100001000000Z${child.id}`,
  }))
  expect(shownConversations({ runs: [root, ...dotted], cursors: {} })).toBe(whole)
})

it('reads runs as a tree, and one that was written at its beginning and at its end', () => {
  expect(shownConversations({ ...root, child_runs: children })).toBe(whole)
  const begun = { ...root, outputs: null, end_time: null }
  const ended = { ...root, inputs: null, name: null }
  const listed = children.map((child) => ({ ...child, trace_id: root.id, parent_run_id: root.id }))
  expect(shownConversations(begun, ...listed, ended)).toBe(whole)
})

it('takes the last line of a traceback for the error of an agent', () => {
  const error = 'Traceback (most recent call last):\n  File "a.py"\nTimeoutError: too late'
  expect(shownConversations(run('weather', 'llm', 0, { inputs: { messages: [asked] }, outputs: null, error }))).toBe(
    '# thread-7 (agent)',
  )
})

it('reads a list of root runs, with the tokens and cost that they sum up', () => {
  const sums = { prompt_tokens: 21, completion_tokens: 10, prompt_token_details: { cache_read: 4 }, total_cost: '0.25' }
  const alone = { ...root, ...sums, name: 'LangGraph', extra: { metadata: { thread_id: 'thread-7' } } }
  expect(shownConversations(alone, { ...alone, id: 'again', outputs: null, error: 'TimeoutError: late' })).toBe(
    [
      '# thread-7 (agent)',
      '> Is it warm in Kobe?',
      '  LangGraph calls get_weather {"city":"Kobe"}',
      '  get_weather gives {"result":"21 degrees"}',
      '< Yes, 21 degrees.',
      '= 21 in, 10 out',
    ].join('\n'),
  )
  const [conversation] = conversationsOf(langsmithSpans([alone]))
  expect(conversation?.invocations).toMatchObject([
    { usage: { inputTokens: 21, cachedTokens: 4, outputTokens: 10 }, dollars: 0.25 },
  ])
  // The sum is not added to what its calls of models say.
  const calls = [run('llm', 'llm', 1, { parent_run_id: 'weather', prompt_tokens: 9, completion_tokens: 4 })]
  expect(shownConversations(alone, ...calls)).toContain('= 9 in, 4 out')
})
