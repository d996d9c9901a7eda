import { describe, expect, it } from 'vitest'
import { nearest, nearestNames } from './nearest-names.ts'

describe('nearest', () => {
  it('guesses what was mistyped, whatever its case', () => {
    expect(nearest('usercontent', ['user_content', 'final_response'])).toBe('user_content')
    expect(nearest('ID', ['Id'])).toBe('Id')
  })

  it('does not guess at random', () => {
    expect(nearest('tags', ['eval_id', 'rubrics'])).toBeUndefined()
  })

  it('puts the best first', () => {
    expect(nearestNames('case-10', ['case-99', 'case-11', 'case-1', 'x', 'case-10b'])).toEqual([
      'case-11',
      'case-1',
      'case-10b',
    ])
  })
})
