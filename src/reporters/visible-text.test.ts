import { describe, expect, it } from 'vitest'
import { hostile } from '../../test/fixtures/sample-run.ts'
import { oneLine, visible } from './visible-text.ts'

describe('visible', () => {
  it('writes control characters and ANSI sequences out', () => {
    expect(visible('\u001b[31mred\u0007\u009b0m\u007f')).toBe('␛[31mred␇\\u009b0m␡')
  })

  it('writes bidi controls and zero-width characters out', () => {
    expect(visible('a\u202eb\u2066c\u200bd\ufeff')).toBe('a\\u202eb\\u2066c\\u200bd\\ufeff')
    expect(visible('hi\u{e0041}')).toBe('hi\\u{e0041}')
  })

  it('keeps what languages and emoji need', () => {
    for (const text of ['👨‍👩‍👧 👍🏽 ❤️‍🔥', '葛\u{e0100}城', 'می‌خواهم', 'क्‍ष']) expect(visible(text)).toBe(text)
  })

  it('keeps newlines, one for every way to write them', () => {
    expect(visible('a\r\nb\rc\u2028d\ne')).toBe('a\nb\nc\nd\ne')
  })

  it('flattens piles of combining marks', () => {
    expect(visible('e' + '\u0301'.repeat(500)).length).toBeLessThan(12)
  })

  it('replaces half characters', () => {
    expect(visible('a\ud800b')).toBe('a\ufffdb')
  })
})

describe('oneLine', () => {
  it('shows where lines broke', () => {
    expect(oneLine('  one\n\n  two\r\nthree\n')).toBe('one ⏎ two ⏎ three')
  })

  it('does not look beyond its limit', () => {
    expect(oneLine('a'.repeat(10_000_000), 100).length).toBe(101)
  })

  it('leaves nothing in hostile text that moves a cursor', () => {
    expect(oneLine(hostile)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b]/u)
  })
})
