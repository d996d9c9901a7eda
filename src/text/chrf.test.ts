import { describe, expect, it } from 'vitest'
import { chrfOf } from './chrf.ts'

describe('chrf', () => {
  it('is 1 for equal texts, whatever their white space, and 0 without a common character', () => {
    expect(chrfOf('guten Tag', 'gutenTag ')).toBe(1)
    for (const text of ['abc', 'The quick brown fox', '東京は日本の首都です。']) expect(chrfOf(text, text)).toBe(1)
    expect(chrfOf('abc', 'xyz')).toBe(0)
    expect(chrfOf('', '')).toBe(0)
    expect(chrfOf('', 'abc')).toBe(0)
  })

  it('averages precision and recall over the orders', () => {
    // Characters: a, b of 3 are common. Pairs: ab of ab, bc and ab, bd. (2/3 + 1/2) / 2 = 7/12 for both.
    expect(chrfOf('abc', 'abd', { order: 2 })).toBeCloseTo(7 / 12, 12)
  })

  it('leaves out orders that a text is too short for, and weighs recall', () => {
    // Precision (2/2 + 1/1) / 2 = 1, recall (2/4 + 1/3) / 2 = 5/12; F2 = 5 · 5/12 / (4 + 5/12), F1 = 2 · 5/12 / (1 + 5/12).
    expect(chrfOf('ab', 'abcd')).toBeCloseTo(25 / 53, 12)
    expect(chrfOf('ab', 'abcd', { beta: 1 })).toBeCloseTo(10 / 17, 12)
  })

  it('counts a repeated n-gram as often as both have it', () => {
    // Characters: a twice of 3 and 2. Pairs: aa once of 2 and 1. Precision (2/3 + 1/2) / 2, recall 1.
    const precision = 7 / 12
    expect(chrfOf('aaa', 'aa')).toBeCloseTo((5 * precision) / (4 * precision + 1), 12)
    // The other way round: precision 1, recall 7/12.
    expect(chrfOf('aa', 'aaa')).toBeCloseTo((5 * precision) / (4 + precision), 12)
  })

  it('keeps case and counts code points', () => {
    expect(chrfOf('A', 'a')).toBe(0)
    expect(chrfOf('😀', '😁')).toBe(0)
  })
})
