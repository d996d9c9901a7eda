import { describe, expect, it } from 'vitest'
import { editSimilarityOf } from './edit-similarity.ts'

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
    expect(editSimilarityOf('', '')).toBe(1)
    expect(editSimilarityOf('same', 'same')).toBe(1)
    expect(editSimilarityOf('', 'abc')).toBe(0)
    expect(editSimilarityOf('abc', 'xyz')).toBe(0)
  })

  it('counts insertions, deletions and replacements', () => {
    expect(editSimilarityOf('kitten', 'sitting')).toBe(1 - 3 / 7)
    expect(editSimilarityOf('flaw', 'lawn')).toBe(0.5)
  })

  it('counts code points, not UTF-16 units', () => {
    expect(editSimilarityOf('a😀', 'a😁')).toBe(0.5)
    expect(editSimilarityOf('𠮷野家', '吉野家')).toBeCloseTo(2 / 3, 12)
  })

  it('does not count a common start twice as a common end', () => {
    expect(editSimilarityOf('aaa', 'aaaaa')).toBe(3 / 5)
    expect(editSimilarityOf('abab', 'ab')).toBe(0.5)
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
      expect(editSimilarityOf(a.join(''), b.join(''))).toBeCloseTo(expected, 12)
    }
  })
})
