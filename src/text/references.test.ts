import { describe, expect, it } from 'vitest'
import { referencesIn, withoutReferences } from './references.ts'

describe('references', () => {
  it.each<[string, string, number[]]>([
    ['one after the full stop', 'Tea is hot. [1]', [1]],
    ['several', 'Tea [1][2, 3] is hot [^4].', [1, 2, 3, 4]],
    ['Japanese', 'お茶は熱い。［1］【2、3】', [1, 2, 3]],
    ['none', 'Tea is hot.', []],
    ['a list of values', 'The ports are [80, 443], and x = [1].', []],
    ['brackets of other things', 'Tea [sic] is [1000] hot [1].', [1]],
  ])('are found: %s', (_name, text, numbers) => {
    expect(referencesIn(text)).toEqual(numbers)
  })

  it('go without taking anything else along', () => {
    expect(withoutReferences('お茶は熱い。［1］【2、3】')).toBe('お茶は熱い。')
    expect(withoutReferences('Tea is hot. [1]')).toBe('Tea is hot.')
    expect(withoutReferences('Tea is hot. [tea.md, p. 3]')).toBe('Tea is hot.')
    expect(withoutReferences('お茶は熱い。【茶の手順書】')).toBe('お茶は熱い。')
    expect(withoutReferences('Tea [the drink] is hot [now].')).toBe('Tea [the drink] is hot [now].')
    expect(withoutReferences('Tea is hot. [Read on](tea.md)')).toBe('Tea is hot. [Read on](tea.md)')
    expect(withoutReferences('The ports are [80, 443].')).toBe('The ports are [80, 443].')
  })
})
