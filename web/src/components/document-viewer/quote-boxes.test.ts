import { describe, expect, it } from 'vitest'
import { occurrencesBefore, quoteBoxes } from './quote-boxes.ts'

/** Ten points wide for each character, on lines of ten points. */
const drawn = (...lines: readonly string[]) =>
  lines.map((text, line) => ({ text, left: 0, top: line * 10, width: text.length * 10, height: 10 }))

describe('where a quote is drawn', () => {
  it('is a part of a line, whatever spaces and signs are between', () => {
    expect(quoteBoxes(drawn('Battery:  90 minutes'), 'battery 90')).toEqual([
      { left: 0, top: 0, width: 120, height: 10 },
    ])
    expect(quoteBoxes(drawn('蓄電池は ９０ 分'), '90分')).toEqual([{ left: 50, top: 0, width: 40, height: 10 }])
  })

  it('goes on over lines', () => {
    expect(quoteBoxes(drawn('the rear exit', 'is locked'), 'exit is')).toEqual([
      { left: 90, top: 0, width: 40, height: 10 },
      { left: 0, top: 10, width: 20, height: 10 },
    ])
  })

  it('is found cell by cell where something else is drawn between, above all signs that are letters in their font', () => {
    expect(quoteBoxes(drawn('Corridor', '3', 'installed', 'other'), 'Corridor\t✓\tinstalled')).toMatchObject([
      { top: 0 },
      { top: 20 },
    ])
  })

  it('is the one that is meant of several', () => {
    const text = 'Lamp A works. Lamp B works.'
    expect(occurrencesBefore(text.slice(0, 20), 'works')).toBe(1)
    expect(quoteBoxes(drawn('Lamp A works.', 'Lamp B works.'), 'works', 1)).toMatchObject([{ top: 10 }])
  })

  it('is the whole of a line that is turned', () => {
    const turned = { text: 'up the margin', left: 5, top: 5, width: 10, height: 130 }
    expect(quoteBoxes([turned], 'margin')).toEqual([{ left: 5, top: 5, width: 10, height: 130 }])
  })

  it('is nowhere when it is not drawn', () => {
    expect(quoteBoxes(drawn('Lamp A works.'), 'made of gold')).toEqual([])
    expect(quoteBoxes([], 'anything')).toEqual([])
    expect(quoteBoxes(drawn('x'), '✓')).toEqual([])
  })
})
