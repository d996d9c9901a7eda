import { describe, expect, it } from 'vitest'
import { hostile } from '../../test/fixtures/sample-run.ts'
import { displayWidth, padEnd, padStart, truncate, truncateMiddle, wrap } from './display-width.ts'
import { visible } from './visible-text.ts'

describe('displayWidth', () => {
  it('counts columns, not characters', () => {
    const widths = {
      abc: 3,
      審査: 4,
      ｶﾞ: 2,
      が: 2,
      'か\u3099': 2,
      'e\u0301': 1,
      '👨‍👩‍👧': 2,
      '🇯🇵': 2,
      '❤️': 2,
      한국: 4,
      '✓': 1,
    }
    expect(Object.fromEntries(Object.keys(widths).map((text) => [text, displayWidth(text)]))).toEqual(widths)
  })
})

describe('padEnd and padStart', () => {
  it('align by columns', () => {
    expect([padEnd('審', 4), padStart('審', 4), padEnd('abcde', 4)]).toEqual(['審  ', '  審', 'abcde'])
  })
})

describe('truncateMiddle', () => {
  it('keeps the end, where names that are paths differ', () => {
    const ids = [
      'suite/checkout/cards/visa/declined',
      'suite/checkout/cards/visa/expired',
      'short',
      '審査/決済/カード/期限切れ',
    ]
    expect(ids.map((id) => truncateMiddle(id, 21))).toEqual([
      'suite/…/visa/declined',
      'suite/…s/visa/expired',
      'short',
      '審査/…カード/期限切れ',
    ])
    expect(displayWidth(truncateMiddle('👨‍👩‍👧'.repeat(30), 9))).toBeLessThanOrEqual(9)
  })
})

describe('truncate', () => {
  it('cuts between graphemes and never exceeds the width', () => {
    expect(truncate('審査システム', 7)).toBe('審査シ…')
    expect(truncate('審査システム', 8)).toBe('審査シ…')
    expect(truncate('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…')
    expect(truncate('short', 5)).toBe('short')
    expect(truncate('anything', 0)).toBe('')
  })
})

describe('wrap', () => {
  it('breaks between words', () => {
    expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  })

  it('breaks Japanese between characters, with no closing mark at the start of a line and no bracket at its end', () => {
    expect(wrap('評価した結果、合格です。', 12)).toEqual(['評価した結', '果、合格で', 'す。'])
    expect(wrap('これは「評価」', 8)).toEqual(['これは', '「評価」'])
  })

  it('breaks inside a word that is longer than a line', () => {
    expect(wrap(`see ${'x'.repeat(12)}`, 5)).toEqual(['see', 'xxxxx', 'xxxxx', 'xx'])
  })

  it('keeps every line within the width, whatever the text', () => {
    for (const width of [5, 20, 77]) {
      for (const line of wrap(visible(hostile), width)) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    }
  })

  it('loses no character but spaces', () => {
    const text = 'エージェントは tool_call を2回 呼び出した（期待値は1回）。 And then it said: “done”.'
    expect(wrap(text, 11).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})
