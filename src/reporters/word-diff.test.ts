import { growth } from '../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { wordDiff } from './word-diff.ts'

const changes = (expected: string, actual: string) => {
  const diff = wordDiff(expected, actual)
  return (
    diff && [diff.expected, diff.actual].map((side) => side.filter(({ changed }) => changed).map(({ text }) => text))
  )
}

describe('wordDiff', () => {
  it('names the words that differ', () => {
    expect(changes('It ships on Monday at noon', 'It ships on Friday at noon')).toEqual([['Monday'], ['Friday']])
  })

  it('finds words in Japanese, which has no spaces', () => {
    expect(changes('全額を返金いたします', '半額を返金いたします')).toEqual([['全額'], ['半額']])
  })

  it('marks nothing where the texts have little in common', () => {
    expect(wordDiff('yes', 'I am afraid that I cannot do that')).toBeUndefined()
  })

  it('shows a difference that lies deep in a long text, and little of what is before it', () => {
    const before = 'word '.repeat(2000)
    const diff = wordDiff(`${before}Monday end`, `${before}Friday end`)
    expect(diff?.expected).toEqual([
      { text: '… ', changed: false },
      { text: 'word word word word ', changed: false },
      { text: 'Monday', changed: true },
      { text: ' end', changed: false },
    ])
  })

  it('gives up on long texts without any word in common before its work grows with their square', async () => {
    expect(await growth((scale) => wordDiff('a b '.repeat(5000 * scale), 'c d '.repeat(5000 * scale)))).toBeLessThan(
      2.3,
    )
  })
})
