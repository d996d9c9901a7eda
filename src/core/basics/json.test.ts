import { describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from './json.ts'

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
    ['1234567890123456e-3', '1234567890123.456'],
    ['"a 1e400 in a text, \\"2e999\\""', '"a 1e400 in a text, \\"2e999\\""'],
    ['{"d41d8cd98f00b204e9800998": 1e-400}', '{"d41d8cd98f00b204e9800998":0}'],
  ])('keeps %s', (text, written) => {
    expect(stringifyJson(parseJson(text))).toBe(written)
  })
})
