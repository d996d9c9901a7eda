import { describe, expect, it } from 'vitest'
import { IdSet } from './id-set.ts'

const name = (index: number) => `case-${index}-${(index * 2_654_435_761) % 4_294_967_296}`

describe('IdSet', () => {
  it('finds every id again after it has grown, and takes none for another', () => {
    const ids = new IdSet()
    for (let index = 1; index <= 200_000; index += 1) expect(ids.add(name(index), index)).toBeUndefined()
    for (let index = 1; index <= 200_000; index += 997) expect(ids.add(name(index), 1)).toBe(index)
  })
})
