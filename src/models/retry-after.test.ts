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

  it('knows a secret in an address, with escaped slashes, in other letters and broken off', () => {
    const redact = redactor(['sk/One+Two3456789abc=='])
    const written = [
      'sk%2FOne%2BTwo3456789abc%3D%3D',
      'sk\\/One+Two3456789abc==',
      'SK/ONE+TWO3456789ABC==',
      'sk/One+Two345…',
    ]
    expect(written.map((text) => redact(`<${text}>`))).toEqual(['<[key]>', '<[key]>', '<[key]>', '<[key]…>'])
    expect(redact('sk/One is too little to tell')).toBe('sk/One is too little to tell')
  })

  it.each([
    'sk-proj-0123456789abcdefghij',
    'AIzaSyA0123456789abcdefghijklmnopqrstuv',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def_123',
  ])('takes out what looks like a key of somebody else: %s', (key) => {
    expect(redactor([])(`wrong: ${key}, ask again`)).toBe('wrong: [key], ask again')
  })

  it('takes out a private key, whole or not', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----'
    expect(redactor([])(key)).toBe('-----BEGIN RSA PRIVATE KEY-----[key]-----END RSA PRIVATE KEY-----')
    expect(redactor([])(key.slice(0, 36))).toBe('-----BEGIN RSA PRIVATE KEY-----[key]')
  })

  it('leaves one short line without control characters', () => {
    expect(redactor([])('one\n\u001b[31mtwo\u202e three', 10)).toBe('one [31mtw…')
  })
})
