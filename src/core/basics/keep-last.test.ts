import { describe, expect, it } from 'vitest'
import { keepLast } from './keep-last.ts'

describe('keepLast', () => {
  it('forgets what was used longest ago', () => {
    const kept = keepLast<number>(2)
    kept.set('a', 1)
    kept.set('b', 2)
    expect(kept.get('a')).toBe(1)
    kept.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 3])
  })

  it('has one value for a key, the newest', () => {
    const kept = keepLast<number>(2)
    kept.set('a', 1)
    kept.set('b', 2)
    kept.set('b', 3)
    expect(['a', 'b'].map((key) => kept.get(key))).toEqual([1, 3])
  })
})
