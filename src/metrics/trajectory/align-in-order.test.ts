import { describe, expect, it } from 'vitest'
import { alignInOrder } from './align-in-order.ts'

describe('alignInOrder', () => {
  it('never crosses pairs', () => {
    expect(
      alignInOrder([
        [0, 1],
        [1, 0],
      ]).partners,
    ).toEqual([1, undefined])
  })

  it('prefers the heavier pairs to the earlier ones', () => {
    expect(
      alignInOrder([
        [1, 0, 3],
        [0, 1, 0],
      ]).partners,
    ).toEqual([2, undefined])
  })

  it('finds the longest common subsequence of two texts', () => {
    const [a, b] = ['the order of the calls', 'other of the hall']
    const { partners } = alignInOrder([...a].map((left) => [...b].map((right) => (left === right ? 1 : 0))))
    expect(partners.filter((column) => column !== undefined)).toHaveLength('ther of the all'.length)
  })

  it('goes through long lists once, and says so', () => {
    const weights = Array.from({ length: 2100 }, (_, row) =>
      Array.from({ length: 2100 }, (_c, column) => +(row === column)),
    )
    const { partners, optimal } = alignInOrder(weights)
    expect(optimal).toBe(false)
    expect(partners.every((column, row) => column === row)).toBe(true)
  })
})
