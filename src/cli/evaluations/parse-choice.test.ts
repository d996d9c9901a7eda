import { describe, expect, it } from 'vitest'
import { parseChoice } from './parse-choice.ts'

describe('a choice from a list of five', () => {
  it.each([
    ['1', [0]],
    [' 5 ', [4]],
    ['1,3', [0, 2]],
    ['3 1', [0, 2]],
    ['2-3', [1, 2]],
    ['1, 3 - 5,4', [0, 2, 3, 4]],
    ['', [0, 1, 2, 3, 4]],
    ['   ', [0, 1, 2, 3, 4]],
    ['q', []],
    ['Q', []],
    ['quit', []],
    ['１、３', [0, 2]],
    ['２〜３', [1, 2]],
    ['ｑ', []],
  ])('%j', (text, positions) => {
    expect(parseChoice(text, 5)).toEqual(positions)
  })

  it.each(['0', '6', '1,6', '3-2', '2-', '-2', '1-2-3', '1.5', '1e0', 'weather', ',', '1;2', '1-999999999999', 'y'])(
    'asks again for %j',
    (text) => {
      expect(parseChoice(text, 5)).toBeUndefined()
    },
  )
})
