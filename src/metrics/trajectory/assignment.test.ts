import { describe, expect, it } from 'vitest'
import { assign } from './assignment.ts'

describe('assign', () => {
  it('finds the best sum of small matrices, as trying everything does', () => {
    const random = seeded(7)
    for (let round = 0; round < 500; round += 1) {
      const rows = Math.floor(random() * 6)
      const columns = Math.floor(random() * 6)
      const weights = matrix(rows, columns, () => (random() < 0.3 ? 0 : Math.floor(random() * 5) / 4))
      expect(sumOf(weights, assign(weights).partners)).toBeCloseTo(bestSum(weights), 9)
    }
  })

  it('uses no column twice and pairs nothing that weighs 0', () => {
    const random = seeded(11)
    for (let round = 0; round < 200; round += 1) {
      const weights = matrix(7, 5, () => (random() < 0.5 ? 0 : random()))
      const pairs = [...assign(weights).partners.entries()].filter(([, column]) => column !== undefined)
      expect(new Set(pairs.map(([, column]) => column)).size).toBe(pairs.length)
      for (const [row, column] of pairs) expect(weights[row]?.[column ?? -1]).toBeGreaterThan(0)
    }
  })

  it('gives the same sum whatever the order of rows and columns', () => {
    const random = seeded(3)
    const weights = matrix(30, 20, () => Math.floor(random() * 3) / 2)
    const sum = sumOf(weights, assign(weights).partners)
    for (let round = 0; round < 20; round += 1) {
      const columns = shuffled([...Array(20).keys()], random)
      const mixed = shuffled(weights, random).map((row) => columns.map((column) => row[column] ?? 0))
      expect(sumOf(mixed, assign(mixed).partners)).toBeCloseTo(sum, 9)
    }
  })

  it('leaves everybody alone where there is nobody to pair with', () => {
    expect(assign([])).toEqual({ partners: [], optimal: true })
    expect(assign([[], []])).toEqual({ partners: [undefined, undefined], optimal: true })
  })

  it('takes 200 × 200 in its stride', () => {
    const random = seeded(5)
    const weights = matrix(200, 200, random)
    const { partners, optimal } = assign(weights)
    expect(optimal).toBe(true)
    expect(new Set(partners).size).toBe(200)
    // The expected optimum of uniform weights is n − π²/6 (Aldous 2001).
    expect(Math.abs(sumOf(weights, partners) - (200 - Math.PI ** 2 / 6))).toBeLessThan(0.5)
  })

  it('says so when there is too much for the best pairing', () => {
    const weights = matrix(501, 501, (row, column) => (row === column ? 1 : 0.5))
    expect(assign(weights).optimal).toBe(false)
    expect(assign(weights).partners[500]).toBe(500)
    expect(assign(matrix(20, 20_000, () => 1)).optimal).toBe(true)
  })
})

function bestSum(weights: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  if (row === weights.length) return 0
  const sums = (weights[row] ?? []).map((weight, column) =>
    taken.includes(column) ? 0 : weight + bestSum(weights, row + 1, [...taken, column]),
  )
  return Math.max(bestSum(weights, row + 1, taken), ...sums)
}

function sumOf(weights: readonly (readonly number[])[], partners: readonly (number | undefined)[]): number {
  return partners.reduce<number>(
    (sum, column, row) => sum + (column === undefined ? 0 : (weights[row]?.[column] ?? 0)),
    0,
  )
}

function matrix(rows: number, columns: number, weight: (row: number, column: number) => number): number[][] {
  return Array.from({ length: rows }, (_r, row) => Array.from({ length: columns }, (_c, column) => weight(row, column)))
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
