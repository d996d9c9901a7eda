import { describe, expect, it } from 'vitest'
import { madeSpan } from '../../../test/fixtures/made-span.ts'
import { toolCallsOf, type ToolCall } from '../../core/index.ts'
import { conversationsOf } from '../conversations.ts'
import { defined } from '../dialects/attributes.ts'

const asked = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Is the ferry on time?' }] }])
const agent = madeSpan('agent', [0, 9], { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'harbour' })

function model(parts: readonly object[], name = 'chat', [from, to]: readonly [number, number] = [1, 2]) {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': asked,
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
  }
  return madeSpan(name, [from, to], attributes, { in: 'agent' })
}

function tool(attributes: Record<string, unknown>, name = 'tool') {
  return madeSpan(name, [2, 3], { 'gen_ai.operation.name': 'execute_tool', ...attributes }, { in: 'agent' })
}

function callsOf(...spans: Parameters<typeof conversationsOf>[0] extends Iterable<infer One> ? One[] : never) {
  const [conversation] = conversationsOf([agent, ...spans])
  return conversation?.invocations.flatMap((one) => toolCallsOf(one) ?? []).map(withoutId)
}

function withoutId({ name, args, malformed }: ToolCall): ToolCall {
  return defined({ name, args, malformed })
}

function span(given: unknown, id?: string) {
  return tool({ 'gen_ai.tool.name': 'timetable', 'gen_ai.tool.call.arguments': given, 'gen_ai.tool.call.id': id })
}

function says(given: unknown, id?: string) {
  return model([{ type: 'tool_call', name: 'timetable', arguments: given, id }])
}

const whole = { ship: 'Aurora', day: 3 }
const lacking: readonly (readonly [string, unknown])[] = [
  ['no arguments', undefined],
  ['null', null],
  ['an empty text', ''],
  ['an empty object', {}],
  ['the text of an empty object', '{}'],
  ['a mark', '<elided>'],
  ['another mark', '[REDACTED]'],
  ['a cut text', '{"ship":"Aur'],
  ['marks in place of values', { ship: '[REDACTED]', day: '***' }],
]

describe('a call that one place tells without its arguments', () => {
  it.each(lacking)('has those of the tool’s span where the message has %s', (_, given) => {
    expect(callsOf(says(given, 'c1'), span(whole, 'c1'))).toEqual([{ name: 'timetable', args: whole }])
    expect(callsOf(says(given), span(JSON.stringify(whole)))).toEqual([{ name: 'timetable', args: whole }])
  })

  it.each(lacking)('has those of the message where the tool’s span has %s', (_, given) => {
    expect(callsOf(says(whole, 'c1'), span(given, 'c1'))).toEqual([{ name: 'timetable', args: whole }])
    expect(callsOf(says(whole), span(given))).toEqual([{ name: 'timetable', args: whole }])
  })

  it('keeps what nobody completes as it was told', () => {
    expect(callsOf(says('{"ship":"Aur', 'c1'), span('', 'c1'))).toEqual([
      { name: 'timetable', malformed: '{"ship":"Aur' },
    ])
    expect(callsOf(says({ ship: 'Borea' }, 'c1'), span(whole, 'c1'))).toEqual([
      { name: 'timetable', args: { ship: 'Borea' } },
    ])
  })

  it('goes to the span that fits, by order where nothing else tells', () => {
    const [first, second] = [{ ship: 'Aurora' }, { ship: 'Borea' }]
    const parts = [first, {}].map((args) => ({ type: 'tool_call', name: 'timetable', arguments: args }))
    const spans = [second, first].map((args, at) =>
      tool({ 'gen_ai.tool.name': 'timetable', 'gen_ai.tool.call.arguments': args }, `tool ${at}`),
    )
    expect(callsOf(model(parts), ...spans)).toEqual([
      { name: 'timetable', args: first },
      { name: 'timetable', args: second },
    ])
  })
})

describe('calls that stand in one place together', () => {
  const both = [
    { name: 'timetable', args: { ship: 'Aurora' } },
    { name: 'tide', args: { at: '10:00', note: 'a } or "{' } },
  ]
  const [one, other] = both.map(({ args }) => JSON.stringify(args))
  const twice = [both[0], { name: 'timetable', args: both[1]?.args }]

  it.each([`${one}${other}`, `${one}\n${other}`, `${one}, ${other}`, `[${one},${other}]`])(
    'are two where the arguments of a tool’s span are %s',
    (given) => {
      expect(callsOf(tool({ 'gen_ai.tool.name': 'timetable', 'gen_ai.tool.call.arguments': given }))).toEqual(twice)
      expect(callsOf(model([{ type: 'tool_call', name: 'timetable', id: 'c1', arguments: given }]))).toEqual(twice)
    },
  )

  it('are two where names, ids and arguments are joined by commas, each in one attribute of the model’s span', () => {
    const joined = madeSpan(
      'chat m-1',
      [1, 2],
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': asked,
        'gen_ai.tool.name': 'timetable, tide',
        'gen_ai.tool.call.id': 'c1, c2',
        'gen_ai.tool.args': `${one}, ${other}`,
      },
      { in: 'agent' },
    )
    expect(callsOf(joined)).toEqual(both)
  })

  it.each(['\n', ', ', ''])('are two where the calls of a message are joined by %j', (between) => {
    const calls = both
      .map(({ name, args }, at) => JSON.stringify({ id: `c${at}`, function: { name, arguments: args } }))
      .join(between)
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': asked,
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.tool_calls': calls,
    }
    expect(callsOf(madeSpan('chat', [1, 2], attributes, { in: 'agent' }))).toEqual(both)
  })
})

describe('a message that was written as JSON more than once', () => {
  it.each([1, 2, 3])('has its calls after %i times', (times) => {
    let said: unknown = [
      { role: 'assistant', tool_calls: [{ function: { name: 'tide', arguments: '{"at":"10:00"}' } }] },
    ]
    for (let time = 0; time <= times; time += 1) said = JSON.stringify(said)
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': asked,
      'gen_ai.output.messages': said,
    }
    expect(callsOf(madeSpan('chat', [1, 2], attributes, { in: 'agent' }))).toEqual([
      { name: 'tide', args: { at: '10:00' } },
    ])
  })
})

describe('a call that agent, client and tool tell of', () => {
  const args = { ship: 'Aurora' }
  const inMessage = (name: string, id?: string) => model([{ type: 'tool_call', name, arguments: args, id }])
  const answered = (name: string, id?: string) => ({
    ...agent,
    attributes: {
      ...agent.attributes,
      'gen_ai.input.messages': asked,
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'tool_call', name, arguments: args, id }] },
        { role: 'assistant', parts: [{ type: 'text', content: 'It is.' }] },
      ]),
    },
  })
  const ofTool = (name: string, id?: string) =>
    tool({ 'gen_ai.tool.name': name, 'gen_ai.tool.call.arguments': args, 'gen_ai.tool.call.id': id })

  it.each([
    ['with one id', 'c1', 'c1', 'c1'],
    ['without ids', undefined, undefined, undefined],
    ['with an id of its own each', 'c1', 'toolu-7', 'run-9'],
  ])('is one %s', (_, client, ran, said) => {
    expect(callsOf(answered('timetable', said), inMessage('timetable', client), ofTool('timetable', ran))).toEqual([
      { name: 'timetable', args },
    ])
  })

  it('is one where the tool’s span shows its name in another way', () => {
    expect(callsOf(inMessage('get_time_table', 'c1'), ofTool('Get Time Table', 'r1'))).toEqual([
      { name: 'get_time_table', args },
    ])
    expect(callsOf(inMessage('get_time_table', 'c1'), ofTool('TimeTable', 'c1'))).toEqual([
      { name: 'get_time_table', args },
    ])
  })

  it.each([{ ship: 'Aurora' }, undefined])('is one where BeeAI names it by its kind and in camel case: %j', (given) => {
    const attributes = {
      'openinference.span.kind': 'TOOL',
      target: 'tool.dynamic.getTimeTable.success',
      'tool.parameters': given && JSON.stringify(given),
      'output.value': '{"result":"late"}',
    }
    const beside = madeSpan('tool.dynamic.getTimeTable.success-1', [2, 3], attributes, { in: 'agent' })
    const parts = [{ type: 'tool_call', name: 'get_time_table', arguments: given, id: 'c1' }]
    expect(callsOf(model(parts), beside)).toEqual([defined({ name: 'get_time_table', args: given })])
  })

  it('is one where another library has spans of the same, beside those or within', () => {
    const others = { 'openinference.span.kind': 'TOOL', 'tool.name': 'timetable', 'input.value': JSON.stringify(args) }
    const spans = [inMessage('timetable', 'c1'), ofTool('timetable', 'c1')].map((one) => ({ ...one, scope: 'one' }))
    const beside = madeSpan('beside', [2.1, 2.9], others, { in: 'agent', scope: 'other' })
    const again = { ...inMessage('timetable', 'c9'), spanId: 'again', scope: 'other' }
    expect(callsOf(...spans, beside)).toHaveLength(1)
    expect(callsOf(...spans, madeSpan('within', [2.1, 2.9], others, { in: 'tool', scope: 'other' }))).toHaveLength(1)
    expect(callsOf(...spans, again)).toHaveLength(1)
  })

  it('is two where it was made twice', () => {
    const again = model([{ type: 'tool_call', name: 'timetable', arguments: args, id: 'c2' }], 'chat 2', [4, 5])
    const spans = ['c1', 'c2'].map((id) => ({ ...ofTool('timetable', id), spanId: id }))
    expect(callsOf(inMessage('timetable', 'c1'), again, ...spans)).toHaveLength(2)
  })
})
