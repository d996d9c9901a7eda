import { describe, expect, it } from 'vitest'
import { responseTextOf, textOf, toolCallsOf } from '../../core/index.ts'
import { conversationsOf } from '../conversations.ts'
import { cloudWatchMessage, isSdkRecord, sdkSpans } from './sdk-spans.ts'

const python = {
  name: 'chat',
  context: { trace_id: '0x0af7651916cd43dd8448eb211c80319c', span_id: '0xb7ad6b7169203331', trace_state: '[]' },
  kind: 'SpanKind.INTERNAL',
  parent_id: '0x00f067aa0ba902b7',
  start_time: '2026-01-01T12:00:00.123456Z',
  end_time: '2026-01-01T12:00:01.000000Z',
  status: { status_code: 'ERROR', description: 'no key' },
  attributes: { 'gen_ai.system': 'openai' },
  events: [{ name: 'gen_ai.choice', timestamp: '2026-01-01T12:00:01.000000Z', attributes: { message: 'Hello' } }],
  links: [],
  resource: { attributes: { 'service.name': 'agent' }, schema_url: '' },
}
const same = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: '00f067aa0ba902b7',
  name: 'chat',
  attributes: { 'gen_ai.system': 'openai' },
  resource: { 'service.name': 'agent' },
  error: 'no key',
}

describe('spans as SDKs print them', () => {
  it('are read from Python', () => {
    expect(isSdkRecord(python)).toBe(true)
    const [span] = sdkSpans([python])
    expect(span).toMatchObject({ ...same, endedAt: Date.UTC(2026, 0, 1, 12, 0, 1) })
    expect(span?.startedAt).toBeCloseTo(Date.UTC(2026, 0, 1, 12, 0, 0) + 123.456, 3)
    expect(span?.events).toEqual([
      { name: 'gen_ai.choice', at: Date.UTC(2026, 0, 1, 12, 0, 1), attributes: { message: 'Hello' } },
    ])
  })

  it('have no time where it is empty', () => {
    expect(isSdkRecord({ ...python, start_time: '' })).toBe(false)
    expect(sdkSpans([{ ...python, end_time: '', duration: 5000 }])[0]?.endedAt).toBeCloseTo(
      Date.UTC(2026, 0, 1, 12, 0, 0) + 128.456,
      3,
    )
  })

  it.each([
    [
      'JSON of a ReadableSpan',
      {
        _spanContext: { traceId: same.traceId, spanId: same.spanId, traceFlags: 1 },
        parentSpanContext: { traceId: same.traceId, spanId: same.parentSpanId },
        startTime: [1767268800, 123456000],
        endTime: [1767268801, 0],
        instrumentationScope: { name: 'strands' },
        resource: { _rawAttributes: [], attributes: same.resource },
      },
    ],
    [
      'what the console exporter prints',
      {
        traceId: same.traceId,
        id: same.spanId,
        parentId: same.parentSpanId,
        timestamp: 1767268800123456,
        duration: 876544,
        instrumentationScope: { name: 'strands' },
        resource: { attributes: same.resource },
      },
    ],
  ])('are read from JavaScript: %s', (_, fields) => {
    const { name, attributes } = same
    const record = { name, attributes, status: { code: 2, message: 'no key' }, events: [], ...fields }
    expect(isSdkRecord(record)).toBe(true)
    const [span] = sdkSpans([record])
    expect(span).toMatchObject({ ...same, scope: 'strands' })
    expect(span?.startedAt).toBeCloseTo(1767268800123.456, 3)
    expect(span?.endedAt).toBeCloseTo(1767268801000, 3)
  })
})

describe('what AWS ADOT takes out of spans', () => {
  const ids = { traceId: same.traceId, resource: { attributes: {} }, scope: { name: 'strands.telemetry.tracer' } }
  const logged = (spanId: string, input: readonly object[], output: readonly object[]) => ({
    ...ids,
    spanId,
    timeUnixNano: 1767268801000000000,
    observedTimeUnixNano: 1767268801000000000,
    severityNumber: 9,
    body: { input: { messages: input }, output: { messages: output } },
    attributes: { 'event.name': 'strands.telemetry.tracer' },
  })
  const span = (spanId: string, start: number, attributes: object, parentSpanId?: string) => ({
    ...ids,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: 'span',
    startTimeUnixNano: 1767268800000000000 + start * 1e9,
    endTimeUnixNano: 1767268800000000000 + start * 1e9 + 5e8,
    attributes,
    status: { code: 'UNSET' },
  })
  const user = { role: 'user', content: { content: '[{"text": "How warm?"}]' } }

  it('comes back from the log records of CloudWatch, wherever they stand', () => {
    const records = [
      logged(
        '00000000000000b1',
        [user],
        [
          {
            role: 'assistant',
            content: {
              message: '[{"toolUse": {"toolUseId": "t1", "name": "look", "input": {"city": "Kyoto"}}}]',
              finish_reason: 'tool_use',
            },
          },
        ],
      ),
      span('00000000000000b1', 1, { 'gen_ai.operation.name': 'chat' }, '00000000000000a1'),
      span(
        '00000000000000b2',
        2,
        { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look', 'gen_ai.tool.call.id': 't1' },
        '00000000000000a1',
      ),
      logged(
        '00000000000000b2',
        [{ role: 'tool', content: { role: 'tool', content: '{"city": "Kyoto"}', id: 't1' } }],
        [{ role: 'assistant', content: { message: '[{"text": "21"}]', id: 't1' } }],
      ),
      span('00000000000000a1', 0, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'weather' }),
      logged(
        '00000000000000a1',
        [user],
        [{ role: 'assistant', content: { message: '21 degrees.', finish_reason: 'end_turn' } }],
      ),
    ]
    const lines = records.map((record) => [{ field: '@message', value: JSON.stringify(record) }])
    const unwrapped = lines.map((line) => JSON.parse(cloudWatchMessage(line) ?? ''))
    expect(unwrapped.every(isSdkRecord)).toBe(true)
    const [invocation] = conversationsOf(sdkSpans(unwrapped))[0]?.invocations ?? []
    expect(textOf(invocation?.userContent)).toBe('How warm?')
    expect(invocation && toolCallsOf(invocation)).toEqual([{ id: 't1', name: 'look', args: { city: 'Kyoto' } }])
    expect(invocation && responseTextOf(invocation)).toBe('21 degrees.')
  })
})
