import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOtlp } from '../otlp.ts'
import { logRequest, traceRequest } from './otlp-body.ts'
import { readProtobuf } from './protobuf.ts'

// Written by @opentelemetry/sdk-node 0.301.0, the same spans and records once as protobuf and once as JSON.
const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/otlp/${name}`, import.meta.url))
const json = (name: string): unknown => JSON.parse(fixture(name).toString('utf8'))

describe('readProtobuf', () => {
  it('reads the spans of an OpenTelemetry SDK as their JSON says them', () => {
    const { spans } = readOtlp(readProtobuf(fixture('traces.pb'), traceRequest))
    expect(spans).toEqual(readOtlp(json('traces.json')).spans)
    expect(spans).toHaveLength(2)
    expect(spans[0]).toMatchObject({
      name: 'execute_tool get_weather',
      parentSpanId: spans[1]?.spanId,
      scope: 'weather-agent',
      error: 'slow station',
      resource: { 'service.name': 'weather-agent' },
      attributes: {
        'gen_ai.tool.call.arguments': '{"city":"東京"}',
        retries: -3,
        big: 9007199254740991,
        ratio: 0.25,
        cached: false,
        words: ['a', 'β'],
        numbers: [1, 2.5],
      },
      events: [{ name: 'looked up', attributes: { station: 47662 } }],
    })
  })

  it('reads its log records as their JSON says them', () => {
    const { records } = readOtlp(readProtobuf(fixture('logs.pb'), logRequest))
    expect(records).toEqual(readOtlp(json('logs.json')).records)
    expect(records[0]).toMatchObject({
      traceId: readOtlp(json('traces.json')).spans[0]?.traceId,
      event: {
        name: 'gen_ai.tool.message',
        body: { content: 'sunny', nested: { list: [1, 'two', true, null], bytes: 'AQL/' } },
        attributes: { 'gen_ai.system': 'test' },
      },
    })
  })

  it('refuses every beginning of a message that ends in the middle of a field, and never reads beyond it', () => {
    const whole = fixture('traces.pb')
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => readProtobuf(whole.subarray(0, length), traceRequest)).toThrow(RangeError)
    }
  })

  it('passes over fields that it does not know', () => {
    const unknown = Buffer.from([0xf8, 0x07, 0x96, 0x01, 0x7d, 1, 2, 3, 4, 0xf9, 0x07, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(readProtobuf(Buffer.concat([unknown, fixture('traces.pb')]), traceRequest)).toEqual(
      readProtobuf(fixture('traces.pb'), traceRequest),
    )
  })

  it('refuses values that are nested without end, lengths that lie, and millions of empty messages', () => {
    let nested = Buffer.alloc(0)
    for (let depth = 0; depth < 5000; depth += 1) nested = Buffer.concat([lengthOf(0x0a, nested), nested])
    expect(() => readProtobuf(nested, { 1: { name: 'values', kind: () => endless } })).toThrow(RangeError)
    expect(() => readProtobuf(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]), traceRequest)).toThrow(RangeError)
    expect(() => readProtobuf(Buffer.alloc(12, 0xff), traceRequest)).toThrow(RangeError)
    expect(() => readProtobuf(Buffer.alloc(2_000_000, Buffer.from([0x0a, 0])), traceRequest)).toThrow('too much')
  })
})

const endless = { 1: { name: 'values', kind: () => endless } } as const

function lengthOf(tag: number, { length }: Buffer): Buffer {
  const bytes = [tag]
  let left = length
  for (; left > 127; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
  return Buffer.from([...bytes, left])
}
