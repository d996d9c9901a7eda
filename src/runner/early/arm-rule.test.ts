import { describe, expect, it } from 'vitest'
import { mcnemarTest } from '../../statistics/paired.ts'
import { createRandom, randomOrder } from '../../statistics/random.ts'
import { armRule } from './arm-rule.ts'

type Population = { readonly pairs: number; readonly cases: number; readonly lost: number; readonly won: number }

/** Looks at the rule after each difference. */
function decide(differences: readonly number[], pairs: number) {
  const rule = armRule({ runId: 'first', arm: 'today', pairs }, { shares: new Map() })
  for (const [index, difference] of differences.entries()) {
    const ruling = rule.note([difference])
    if (ruling !== undefined) return { outcome: ruling.outcome, after: index + 1 }
  }
  return { outcome: undefined, after: differences.length }
}

/** What the test over the whole runs says, at the level that is left for each pair. */
function whole(differences: readonly number[], pairs: number): 'better' | 'worse' | undefined {
  const lost = differences.filter((one) => one < 0).length
  const won = differences.filter((one) => one > 0).length
  if (mcnemarTest(lost, won).p >= 0.05 / pairs) return undefined
  return lost > won ? 'worse' : 'better'
}

function simulate(runs: number, pairs: number, play: () => readonly number[]) {
  const counts = { worse: 0, better: 0, reversed: 0, different: 0 }
  const afters: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const all = play()
    const { outcome, after } = decide(all, pairs)
    const ofWhole = whole(all, pairs)
    if (outcome !== undefined) counts[outcome] += 1
    if (outcome !== undefined && outcome !== ofWhole) counts.reversed += 1
    if ((outcome ?? ofWhole) !== undefined) counts.different += 1
    afters.push(after)
  }
  const median = afters.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
  const share = (count: number) => count / runs
  return {
    worse: share(counts.worse),
    better: share(counts.better),
    reversed: share(counts.reversed),
    different: share(counts.different),
    median,
  }
}

function valueOf(number: number, { lost, won }: Population): number {
  if (number < lost) return -1
  return number < lost + won ? 1 : 0
}

/** Each case is lost or won with its share of chance. */
const drawn = (population: Population, random: () => number) =>
  Array.from({ length: population.cases }, () => valueOf(Math.floor(random() * population.cases), population))

/** Just so many lost and won, in an order of chance. */
const shuffled = (population: Population, random: () => number) =>
  Array.from(randomOrder(population.cases, random), (number) => valueOf(number, population))

describe('an arm against the first one, looked at after every case', () => {
  it.each([
    { pairs: 1, cases: 200, lost: 16, won: 16 },
    { pairs: 1, cases: 50, lost: 20, won: 20 },
    { pairs: 3, cases: 200, lost: 60, won: 60 },
  ])('calls at most 5 of 100 equal arms different, early or at the end ($pairs pairs, $cases cases)', (population) => {
    const random = createRandom(population.cases + population.lost)
    const { different } = simulate(2000, population.pairs, () => drawn(population, random))
    expect(different).toBeLessThanOrEqual(0.05 / population.pairs)
  })

  // The paired test is nearest to its border here.
  it.each([
    { pairs: 1, cases: 40, lost: 5, won: 0 },
    { pairs: 1, cases: 32, lost: 16, won: 6 },
    { pairs: 1, cases: 96, lost: 34, won: 52 },
    { pairs: 3, cases: 32, lost: 17, won: 5 },
    { pairs: 3, cases: 131, lost: 47, won: 74 },
    { pairs: 10, cases: 37, lost: 21, won: 6 },
  ])(
    'is reversed by the whole run in at most 5 %% of the orders ($pairs pairs: $lost lost, $won won of $cases)',
    (one) => {
      const random = createRandom(one.lost + one.won)
      expect(whole(shuffled(one, random), one.pairs)).toBeUndefined()
      expect(simulate(6000, one.pairs, () => shuffled(one, random)).reversed).toBeLessThanOrEqual(0.05)
    },
  )

  it('decides a planted difference in either direction long before the end', () => {
    const random = createRandom(26)
    const lost = simulate(300, 3, () => shuffled({ pairs: 3, cases: 200, lost: 60, won: 10 }, random))
    const won = simulate(300, 3, () => shuffled({ pairs: 3, cases: 200, lost: 10, won: 60 }, random))
    expect(lost).toMatchObject({ worse: 1, better: 0, reversed: 0 })
    expect(won).toMatchObject({ worse: 0, better: 1, reversed: 0 })
    expect([lost.median, won.median]).toMatchInlineSnapshot(`
      [
        60,
        58,
      ]
    `)
  })

  it('says nothing of cases that cannot be compared', () => {
    const rule = armRule({ runId: 'first', arm: 'today', pairs: 1 }, { shares: new Map() })
    for (let turn = 0; turn < 50; turn += 1) expect(rule.note([Number.NaN])).toBeUndefined()
  })
})
