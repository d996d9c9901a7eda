import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { type Duel, bradleyTerry } from './bradley-terry.ts'

/** So many duels of a pair, by what came of them. */
function duels(first: number, second: number, [wins, ties, losses]: readonly [number, number, number]): Duel[] {
  const values = [...Array<number>(wins).fill(1), ...Array<number>(ties).fill(0.5), ...Array<number>(losses).fill(0)]
  return values.map((value, cluster) => ({ first, second, value, cluster }))
}

const logit = (share: number) => Math.log(share / (1 - share))

describe('strengths of Bradley and Terry', () => {
  it('of two are their shares of wins, ties counted half', () => {
    const { standings } = bradleyTerry(duels(0, 1, [12, 4, 4]), 2)
    const [first, second] = standings.map(({ strength }) => logit(strength?.value ?? 0))
    expect((first ?? 0) - (second ?? 0)).toBeCloseTo(logit(0.7), 9)
    expect(standings.map(({ player, group }) => [player, group])).toEqual([
      [0, 0],
      [1, 0],
    ])
  })

  it('are those at which every one is expected to win as often as it did', () => {
    const all = [
      ...duels(0, 1, [14, 2, 4]),
      ...duels(1, 2, [11, 0, 9]),
      ...duels(2, 0, [5, 6, 9]),
      ...duels(3, 2, [3, 1, 16]),
    ]
    const { standings } = bradleyTerry(all, 4)
    const strength = new Map(standings.map((one) => [one.player, logit(one.strength?.value ?? 0)]))
    for (const player of [0, 1, 2, 3]) {
      const own = all.filter(({ first, second }) => first === player || second === player)
      const won = own.reduce((sum, { first, value }) => sum + (first === player ? value : 1 - value), 0)
      const expected = own.reduce((sum, { first, second }) => {
        const other = first === player ? second : first
        return sum + 1 / (1 + Math.exp((strength.get(other) ?? 0) - (strength.get(player) ?? 0)))
      }, 0)
      expect(won).toBeCloseTo(expected, 8)
    }
    expect([...strength.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 9)
    expect(standings.map(({ player }) => player)).toEqual([0, 2, 1, 3])
  })

  it('of those that never met are ranked apart', () => {
    const { standings } = bradleyTerry([...duels(0, 1, [6, 0, 4]), ...duels(2, 3, [5, 2, 3])], 5)
    expect(standings.map(({ player, group, strength }) => [player, group, strength !== null])).toEqual([
      [0, 0, true],
      [1, 0, true],
      [2, 1, true],
      [3, 1, true],
      [4, 2, false],
    ])
  })

  it('have no maximum where one won everything, and it is said of whom', () => {
    const { standings, unbounded } = bradleyTerry([...duels(0, 1, [9, 0, 0]), ...duels(1, 2, [4, 1, 4])], 3)
    expect(standings.map(({ player, strength }) => [player, strength])).toEqual([
      [0, null],
      [2, null],
      [1, null],
    ])
    expect(unbounded).toEqual([{ winner: 0, loser: 1 }])
  })

  it('that could be the same are named, and clear ones are not', () => {
    const { inseparable } = bradleyTerry(
      [...duels(0, 1, [10, 2, 8]), ...duels(0, 2, [37, 0, 3]), ...duels(1, 2, [36, 1, 3])],
      3,
    )
    expect(inseparable).toEqual([[0, 1]])
  })

  it('of ties alone are even, and nobody is sure of it', () => {
    const [first] = bradleyTerry(duels(0, 1, [0, 10, 0]), 2).standings
    expect(first?.strength).toMatchObject({ value: 0.5 })
    expect((first?.strength?.high ?? 0) - (first?.strength?.low ?? 0)).toBeGreaterThan(0.05)
  })

  it('lie in their intervals, also where repeats of a case say much the same', () => {
    const random = createRandom(11)
    const truth = [0.5, 0, -0.5]
    const [trials, cases, repeats] = [400, 40, 3]
    let covered = 0
    for (let trial = 0; trial < trials; trial += 1) {
      const played: Duel[] = []
      for (let cluster = 0; cluster < cases; cluster += 1) {
        for (const [first, second] of [
          [0, 1],
          [0, 2],
          [1, 2],
        ] as const) {
          const chance = 1 / (1 + Math.exp((truth[second] ?? 0) - (truth[first] ?? 0)))
          const shared = random() < chance ? 1 : 0
          for (let repeat = 0; repeat < repeats; repeat += 1)
            played.push({ first, second, cluster, value: random() < 0.7 ? shared : random() < chance ? 1 : 0 })
        }
      }
      for (const { player, strength } of bradleyTerry(played, 3).standings) {
        const exact = 1 / (1 + Math.exp(-(truth[player] ?? 0)))
        if (strength !== null && strength.low <= exact && exact <= strength.high) covered += 1
      }
    }
    // Of 1,200 intervals; the error of the simulation is .006.
    expect(covered / (3 * trials)).toBeGreaterThan(0.935)
    expect(covered / (3 * trials)).toBeLessThan(0.98)
  })
})
