import { describe, expect, it } from 'vitest'
import { growth } from '../../../test/growth.ts'
import { keepLast, type LastUsed } from './keep-last.ts'

describe('keepLast', () => {
  it('forgets what was used longest ago', () => {
    const kept = keepLast<number>(2)
    kept.set('a', 1)
    kept.set('b', 2)
    expect(kept.get('a')).toBe(1)
    kept.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 3])
  })

  it('does as much for each value, however many it has', async () => {
    expect(await growth((scale) => fill(keepLast<number>(100_000), 500 * scale))).toBeLessThan(2.3)
  })

  it('has one value for a key, the newest', () => {
    const kept = keepLast<number>(2)
    kept.set('a', 1)
    kept.set('b', 2)
    kept.set('b', 3)
    expect(['a', 'b'].map((key) => kept.get(key))).toEqual([1, 3])
  })
})

function fill(kept: LastUsed<number>, count: number): void {
  for (let key = 0; key < count; key += 1) kept.set(String(key), key)
}
