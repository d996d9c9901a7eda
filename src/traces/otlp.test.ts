import { describe, expect, it } from 'vitest'
import { readOtlp } from './otlp.ts'

const traceId = '5B8EFFF798038103D269B633813FC60C'

describe('readOtlp', () => {
  it('reads what a program without any library writes', () => {
    const span = {
      traceId,
      spanId: 'EEE19B7EC3C1B174',
      name: 'execute_tool search',
      startTimeUnixNano: '1544712660000123456',
      endTimeUnixNano: 1544712661000000000,
      attributes: [{ key: 'order', value: { intValue: '12345678901234567890' } }],
    }
    expect(readOtlp({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }).spans).toEqual([
      {
        traceId: traceId.toLowerCase(),
        spanId: 'eee19b7ec3c1b174',
        name: 'execute_tool search',
        startedAt: 1544712660000.1235,
        endedAt: 1544712661000,
        attributes: { order: '12345678901234567890' },
        resource: {},
        events: [],
      },
    ])
  })

  it('reads names in snake case, ids in Base64, plain attributes and the scopes of before 1.0', () => {
    const span = {
      trace_id: Buffer.from(traceId, 'hex').toString('base64'),
      span_id: Buffer.from('eee19b7ec3c1b174', 'hex').toString('base64'),
      parent_span_id: '0000000000000000',
      name: 'chat',
      start_time_unix_nano: '1000000',
      attributes: { 'gen_ai.operation.name': 'chat' },
      status: { code: 'STATUS_CODE_ERROR' },
    }
    const groups = [{ instrumentation_library: { name: 'old' }, spans: [span] }]
    const { spans } = readOtlp({
      resource_spans: [{ resource: { attributes: [] }, instrumentation_library_spans: groups }],
    })
    expect(spans).toEqual([
      {
        traceId: traceId.toLowerCase(),
        spanId: 'eee19b7ec3c1b174',
        name: 'chat',
        startedAt: 1,
        scope: 'old',
        attributes: { 'gen_ai.operation.name': 'chat' },
        resource: {},
        events: [],
        error: '',
      },
    ])
  })

  it.each([null, 7, [], {}, { resourceSpans: 3 }, { resourceSpans: [{ scopeSpans: [{ spans: [{}, null, 'x'] }] }] }])(
    'finds no span in %j',
    (json) => {
      expect(readOtlp(json)).toEqual({ spans: [], records: [] })
    },
  )

  it('keeps a key that is called __proto__ as a key', () => {
    const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${traceId}","spanId":"eee19b7ec3c1b174",
      "attributes":[{"key":"__proto__","value":{"kvlistValue":{"values":[{"key":"polluted","value":{"boolValue":true}}]}}}]}]}]}]}`
    const [span] = readOtlp(JSON.parse(text)).spans
    expect(Object.keys(span?.attributes ?? {})).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
