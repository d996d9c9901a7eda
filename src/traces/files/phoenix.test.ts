import { expect, it } from 'vitest'
import { shownConversations } from '../../../test/fixtures/shown-conversations.ts'

const call = {
  'tool_call.id': 'c1',
  'tool_call.function.name': 'get_weather',
  'tool_call.function.arguments': '{"city": "Kobe"}',
}
const row = (span: string, kind: string, at: number, attributes: object) => ({
  'context.span_id': span,
  'context.trace_id': 't1',
  parent_id: span === 'root' ? null : 'root',
  name: span,
  span_kind: kind,
  start_time: `2026-08-01T10:00:0${at}+00:00`,
  end_time: `2026-08-01T10:00:0${at + 1}+00:00`,
  status_code: 'OK',
  ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`attributes.${name}`, value])),
})
const rows = [
  row('root', 'AGENT', 0, { 'session.id': 's1', 'input.value': 'Is it warm in Kobe?', 'output.value': 'Yes.' }),
  row('llm', 'LLM', 1, {
    'llm.input_messages': [{ 'message.role': 'user', 'message.content': 'Is it warm in Kobe?' }],
    'llm.output_messages': [{ 'message.role': 'assistant', 'message.tool_calls': [call] }],
    'llm.token_count.prompt': 9,
    'llm.token_count.completion': 4,
  }),
  row('get_weather', 'TOOL', 2, {
    'tool.name': 'get_weather',
    'input.value': '{"city": "Kobe"}',
    'output.value': '21',
  }),
]
const whole = [
  '# s1',
  '> Is it warm in Kobe?',
  '  root calls get_weather {"city":"Kobe"}',
  '  get_weather gives {"result":"21"}',
  '< Yes.',
  '= 9 in, 4 out',
].join('\n')

it('reads rows of a table of spans, also with lists as Python prints them', () => {
  expect(shownConversations(...rows)).toBe(whole)
  const [root, llm, tool] = rows
  const python = `[{'message.role': 'assistant', 'message.tool_calls': [{'tool_call.id': 'c1', 'tool_call.function.name': 'get_weather', 'tool_call.function.arguments': '{"city": "Kobe"}'}]}]`
  expect(shownConversations(root, { ...llm, 'attributes.llm.output_messages': python }, tool)).toBe(whole)
})

const cell = (one: object, name: string) => (one as Record<string, unknown>)[name] ?? null // a row of a table

it('reads tables with their columns above the rows, and split from them', () => {
  const names = [...new Set(rows.flatMap((one) => Object.keys(one)))]
  const above = Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(rows.map((one, at) => [String(at), cell(one, name)]))]),
  )
  expect(shownConversations(above)).toBe(whole)
  expect(shownConversations({ columns: names, data: rows.map((one) => names.map((name) => cell(one, name))) })).toBe(
    whole,
  )
})

it('reads spans as the clients give them, with nested attributes too', () => {
  const nested = rows.map((one) => {
    const own = Object.entries(one).filter(([name]) => !/^(attributes|context)\./.test(name))
    const attributes: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(one)) {
      const [, top, rest] = /^attributes\.(\w+)\.(.+)$/.exec(name) ?? []
      if (top === undefined || rest === undefined) continue
      attributes[top] = { ...(attributes[top] as object | undefined), [rest]: value } // grown here
    }
    const context = { trace_id: one['context.trace_id'], span_id: one['context.span_id'] }
    return { ...Object.fromEntries(own), context, attributes }
  })
  expect(shownConversations({ data: nested, next_cursor: null })).toBe(whole)
})
