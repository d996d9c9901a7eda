import { describe, expect, it } from 'vitest'
import { placeOfRow, visibleRows } from './use-folding.ts'

// Row 2 lies below row 0, row 9 below row 7.
const folded = new Map([
  [2, 2],
  [0, 5],
  [7, 2],
  [9, 0],
])
const visible = visibleRows(12, folded)

describe('the rows that are not hidden', () => {
  it('are those outside of what is folded', () => {
    expect(visible).toEqual([0, 6, 7, 10, 11])
    expect(visible.map((row) => placeOfRow(row, visible))).toEqual([0, 1, 2, 3, 4])
    expect(placeOfRow(4, visible)).toBe(0)
  })

  it('end with the trace, which may be shorter than what was folded', () => {
    expect(visibleRows(4, folded)).toEqual([0])
  })
})
