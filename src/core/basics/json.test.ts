import { describe, expect, it } from 'vitest'
import { NestedTooDeep, canonicalJson, parseJson, stringifyJson } from './json.ts'

describe('parseJson', () => {
  it.each([
    '1e400',
    '-1e400',
    '1e999999999',
    '[0, {"a": 1E+309}]',
    '9'.repeat(400) + '.5',
    '1' + '0'.repeat(250) + 'e99',
  ])('refuses %s, which no number holds', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it.each(['12345678901234567.5', '{"a": 9007199254740993.25}', '90071992547409931e-1'])(
    'refuses %s, whose digits no number keeps',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError)
    },
  )

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-123456789012345678901234567890', '-123456789012345678901234567890'],
    ['9007199254740993.0', '9007199254740993'],
    ['1.2345678901234567891e19', '12345678901234567891'],
    ['9'.repeat(400), '9'.repeat(400)],
    ['1e22', '1e+22'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['0.12345678901234567', '0.12345678901234566'],
    ['[0.1234567890123456789, 9007199254740993]', '[0.12345678901234568,9007199254740993]'],
    ['-0.00000000000000000001', '-1e-20'],
    ['9007199254740993e0', '9007199254740993'],
    ['1234567890123456e-3', '1234567890123.456'],
    ['"a 1e400 in a text, \\"2e999\\""', '"a 1e400 in a text, \\"2e999\\""'],
    ['{"d41d8cd98f00b204e9800998": 1e-400}', '{"d41d8cd98f00b204e9800998":0}'],
  ])('keeps %s', (text, written) => {
    expect(stringifyJson(parseJson(text))).toBe(written)
  })

  it.each([
    ['without long numbers', '1'],
    ['with an integer of twenty digits', '12345678901234567890'],
  ])('refuses what nests so deep that walking through it would end the stack, %s', (_what, number) => {
    const nested = (depth: number) => `{"n": ${number}, "x": ${'['.repeat(depth)}${']'.repeat(depth)}}`
    for (const depth of [1000, 5000, 100_000]) expect(() => parseJson(nested(depth))).toThrow(NestedTooDeep)
    expect(stringifyJson(parseJson(nested(999)))).toContain(number)
  })

  it('tells brackets in strings, and those beside one another, from nesting', () => {
    const text = JSON.stringify({
      text: `${'['.repeat(2000)}\\"${'{'.repeat(2000)}`,
      list: Array.from({ length: 2000 }, () => []),
    })
    expect(stringifyJson(parseJson(text))).toBe(text)
  })
})

describe('canonicalJson', () => {
  it('writes equal values alike, whatever the order of their keys', () => {
    const text = '{"a":[{"c":1,"d":2}],"b":9007199254740993}'
    expect(canonicalJson({ b: 9007199254740993n, a: [{ d: 2, c: 1, e: undefined }] })).toBe(text)
    expect(canonicalJson(parseJson(text))).toBe(text)
  })
})
