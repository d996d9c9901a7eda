import { describe, expect, it } from 'vitest'
import { spanAddress } from './span-address.ts'

const place = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

describe('the address of a span', () => {
  it.each([
    [
      'http://localhost:16686/trace/{traceId}?uiFind={spanId}',
      `http://localhost:16686/trace/${place.traceId}?uiFind=${place.spanId}`,
    ],
    [' https://phoenix.example/p/1/traces/{traceId} ', `https://phoenix.example/p/1/traces/${place.traceId}`],
    ['', undefined],
    ['http://localhost:16686', undefined],
    ['/trace/{traceId}', undefined],
    ['javascript:alert("{traceId}")', undefined],
    ['data:text/html,{traceId}', undefined],
  ])('by %j is %s', (template, address) => {
    expect(spanAddress(template, place)).toBe(address)
  })

  it('has ids in it as they are, whoever made them', () => {
    const hostile = { traceId: '../../$&?x=1#"><script>', spanId: '{traceId}' }
    expect(spanAddress('https://t.example/{traceId}/{spanId}', hostile)).toBe(
      'https://t.example/..%2F..%2F%24%26%3Fx%3D1%23%22%3E%3Cscript%3E/%7BtraceId%7D',
    )
  })
})
