import { describe, expect, it } from 'vitest'
import { editSimilarity } from './edit-similarity.ts'

/** The textbook table, to compare with. */
function plainDistance(a: readonly string[], b: readonly string[]): number {
  const rows: number[][] = [[...b.keys(), b.length]]
  for (const [i, letter] of a.entries()) {
    const above = rows[i] ?? []
    const row = [i + 1]
    for (const [j, other] of b.entries()) {
      row.push(Math.min((above[j] ?? 0) + (letter === other ? 0 : 1), (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

describe('editSimilarity', () => {
  it('is 1 for equal texts and two empty ones, 0 when nothing fits', () => {
    expect(editSimilarity('', '')).toBe(1)
    expect(editSimilarity('same', 'same')).toBe(1)
    expect(editSimilarity('', 'abc')).toBe(0)
    expect(editSimilarity('abc', 'xyz')).toBe(0)
  })

  it('counts insertions, deletions and replacements', () => {
    expect(editSimilarity('kitten', 'sitting')).toBe(1 - 3 / 7)
    expect(editSimilarity('flaw', 'lawn')).toBe(0.5)
  })

  it('counts code points, not UTF-16 units', () => {
    expect(editSimilarity('a😀', 'a😁')).toBe(0.5)
    expect(editSimilarity('𠮷野家', '吉野家')).toBeCloseTo(2 / 3, 12)
  })

  it('does not count a common start twice as a common end', () => {
    expect(editSimilarity('aaa', 'aaaaa')).toBe(3 / 5)
    expect(editSimilarity('abab', 'ab')).toBe(0.5)
  })

  it('agrees with the textbook on texts of one and several blocks', () => {
    let seed = 7
    const next = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * limit)
    }
    const text = () => Array.from({ length: next(110) }, () => ['a', 'b', 'ü', '東', '😀'][next(5)] ?? '')
    for (let round = 0; round < 500; round += 1) {
      const [a, b] = [text(), text()]
      const longest = Math.max(a.length, b.length)
      const expected = longest === 0 ? 1 : 1 - plainDistance(a, b) / longest
      expect(editSimilarity(a.join(''), b.join(''))).toBeCloseTo(expected, 12)
    }
  })
})
