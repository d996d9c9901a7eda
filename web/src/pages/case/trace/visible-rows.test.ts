import { describe, expect, it } from 'vitest'
import { outermost, placeAt, placeOfRow, rowAtPlace, topOf, visibleCount } from './visible-rows.ts'

const hidden = outermost([
  { start: 3, end: 5 },
  { start: 1, end: 6 },
  { start: 8, end: 10 },
  { start: 10, end: 10 },
])

describe('the rows that are not hidden', () => {
  it('are those outside of what is folded', () => {
    expect(hidden).toEqual([
      { start: 1, end: 6 },
      { start: 8, end: 10 },
    ])
    expect(visibleCount(12, hidden)).toBe(5)
    expect([0, 1, 2, 3, 4].map((place) => rowAtPlace(place, hidden))).toEqual([0, 6, 7, 10, 11])
    expect([0, 6, 7, 10, 11].map((row) => placeOfRow(row, hidden))).toEqual([0, 1, 2, 3, 4])
    expect(placeOfRow(4, hidden)).toBe(0)
  })

  it('stand below each other, with room for what is open', () => {
    const open = [
      { at: 1, height: 50 },
      { at: 3, height: 10 },
    ]
    const tops = [0, 1, 2, 3, 4, 5].map((place) => topOf(place, 20, open))
    expect(tops).toEqual([0, 20, 90, 110, 140, 160])
    expect(tops.map((top) => placeAt(top, 20, open))).toEqual([0, 1, 2, 3, 4, 5])
    expect([39, 40, 89, 129, 130, 139].map((top) => placeAt(top, 20, open))).toEqual([1, 1, 1, 3, 3, 3])
  })
})
