import { describe, expect, it } from 'vitest'
import { assertPathSegment, isEvalSetId, isSafePathSegment } from './path-segment.ts'

describe('names that become part of a path', () => {
  it.each(['', '.', '..', 'a/b', 'a\\b', 'a\0b', '../x'])('refuses %j', (name) => {
    expect(isSafePathSegment(name)).toBe(false)
    expect(() => assertPathSegment(name, 'app_name')).toThrow(
      `app_name ${JSON.stringify(name)} cannot be part of a file name`,
    )
  })

  it.each(['a', '...', 'a b', '日本', 'C:', '.hidden'])('accepts %j', (name) => {
    expect(isSafePathSegment(name)).toBe(true)
  })

  it('gives new eval sets ASCII letters, digits and underscores only', () => {
    expect(['a_1', 'A', '_'].every(isEvalSetId)).toBe(true)
    expect(['', 'a b', 'a-b', '日本', 'a\n', 'a.b'].some(isEvalSetId)).toBe(false)
  })
})
