import { describe, expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'
import { redactor } from './secrets.ts'

const now = Date.parse('2025-06-01T12:00:00Z')

describe('retryAfter', () => {
  it('reads seconds, milliseconds and dates', () => {
    expect(retryAfter({ 'retry-after': '2' }, '', now)).toBe(2000)
    expect(retryAfter({ 'retry-after': '1.5' }, '', now)).toBe(1500)
    expect(retryAfter({ 'retry-after-ms': '250', 'retry-after': '1' }, '', now)).toBe(250)
    expect(retryAfter({ 'retry-after': 'Sun, 01 Jun 2025 12:00:30 GMT' }, '', now)).toBe(30_000)
    expect(retryAfter({ 'retry-after': 'Sun, 01 Jun 2025 11:00:00 GMT' }, '', now)).toBe(0)
  })

  it('is undefined where nothing readable is said', () => {
    expect(retryAfter({}, '{"error":{"retryDelay":"soon"}}', now)).toBeUndefined()
    expect(retryAfter({ 'retry-after': 'soon' }, 'retryDelay', now)).toBeUndefined()
  })
})

describe('redactor', () => {
  it('takes out the longest secret first, and tokens that it never saw', () => {
    const redact = redactor(['key-1', 'key-1-long', undefined, ''])
    expect(redact('key-1-long, key-1, Bearer abcdefghijkl, ya29.a0Xyz')).toBe('[key], [key], Bearer [key], [key]')
  })

  it('leaves one short line without control characters', () => {
    expect(redactor([])('one\n\u001b[31mtwo\u202e three', 10)).toBe('one [31mtw…')
  })
})
