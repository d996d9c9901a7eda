import { describe, expect, it } from 'vitest'
import { mcnemarTest } from '../../statistics/paired.ts'
import { createRandom, randomOrder } from '../../statistics/random.ts'
import { pairedComparison } from '../paired-comparison.ts'
import { baselineRule } from './baseline-rule.ts'

type Outcome = 'worse' | 'not worse' | 'whole run'
type Whole = { readonly repeat?: number; readonly formerRepeat?: number }

/** Looks at the rule after each difference. */
function decide(differences: readonly number[], { repeat = 1, formerRepeat = 1 }: Whole = {}) {
  const whole = { cases: differences.length, repeat, risk: 0.05 }
  const rule = baselineRule('worse-than-baseline', { shares: new Map(), repeat: formerRepeat }, whole)
  let after = 0
  for (const difference of differences) {
    after += 1
    const ruling = rule?.note([difference])
    if (ruling !== undefined) return { outcome: ruling.gate === 'closed' ? 'worse' : 'not worse', after } as const
  }
  return { outcome: 'whole run', after } as const
}

type Population = { readonly cases: number; readonly lost: number; readonly won: number }

/** Each case is lost or won with its share of chance. */
function drawn({ cases, lost, won }: Population, random: () => number): readonly number[] {
  return Array.from({ length: cases }, () => {
    const draw = random() * cases
    if (draw < lost) return -1
    return draw < lost + won ? 1 : 0
  })
}

/** Just so many lost and won, in an order of chance. */
function shuffled({ cases, lost, won }: Population, random: () => number): readonly number[] {
  return Array.from(randomOrder(cases, random), (number) => {
    if (number < lost) return -1
    return number < lost + won ? 1 : 0
  })
}

function isWorse(differences: readonly number[]): boolean {
  const lost = differences.filter((one) => one < 0).length
  const won = differences.filter((one) => one > 0).length
  return lost > won && mcnemarTest(lost, won).p < 0.05
}

function simulate(runs: number, differences: () => readonly number[], whole?: Whole) {
  const counts: Record<Outcome, number> = { worse: 0, 'not worse': 0, 'whole run': 0 }
  const afters: number[] = []
  let reversed = 0
  for (let run = 0; run < runs; run += 1) {
    const all = differences()
    const { outcome, after } = decide(all, whole)
    counts[outcome] += 1
    afters.push(after)
    if (outcome !== 'whole run' && (outcome === 'worse') !== isWorse(all)) reversed += 1
  }
  const median = afters.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
  return { worse: counts.worse / runs, notWorse: counts['not worse'] / runs, reversed: reversed / runs, median }
}

describe('a run against its baseline, looked at after every case', () => {
  it.each([
    { runs: 10_000, cases: 200, lost: 16, won: 16 },
    { runs: 1000, cases: 200, lost: 4, won: 4 },
    { runs: 1000, cases: 200, lost: 90, won: 90 },
    { runs: 1000, cases: 50, lost: 20, won: 20 },
    { runs: 300, cases: 500, lost: 60, won: 60 },
  ])('calls at most 5 %% of $runs runs of the same agent worse ($lost lost and won of $cases)', (population) => {
    const random = createRandom(population.cases + population.lost)
    const { worse, reversed } = simulate(population.runs, () => drawn(population, random))
    expect(worse).toBeLessThanOrEqual(0.05)
    expect(reversed).toBeLessThanOrEqual(0.05)
  })

  it('decides a loss of 26 cases against 6 of 200 after three quarters of them or earlier, in the median', () => {
    const random = createRandom(26)
    const planted = { cases: 200, lost: 26, won: 6 }
    const [fixed, byChance] = [shuffled, drawn].map((play) => simulate(1000, () => play(planted, random)))
    expect(fixed).toMatchObject({ worse: 1, reversed: 0 })
    expect(fixed?.median).toBeLessThanOrEqual(150)
    expect(byChance?.median).toBeLessThanOrEqual(150)
    expect([fixed?.median, byChance?.median]).toMatchInlineSnapshot(`
      [
        141,
        135,
      ]
    `)
  })

  it('decides that an agent without any change is none', () => {
    const random = createRandom(1)
    const medians = [0, 2, 6, 20].map((changed) => {
      const { median, notWorse } = simulate(200, () => shuffled({ cases: 200, lost: changed, won: changed }, random))
      return `${changed} lost and won of 200: after ${median}, open in ${100 * notWorse} of 100`
    })
    expect(medians).toMatchInlineSnapshot(`
      [
        "0 lost and won of 200: after 94, open in 100 of 100",
        "2 lost and won of 200: after 125, open in 100 of 100",
        "6 lost and won of 200: after 148, open in 100 of 100",
        "20 lost and won of 200: after 182, open in 100 of 100",
      ]
    `)
  })

  // The paired test is nearest to its border here; of cases that came out the same nothing is learned.
  it.each([
    { cases: 40, lost: 5, won: 0 },
    { cases: 60, lost: 6, won: 0 },
    { cases: 22, lost: 16, won: 6 },
    { cases: 27, lost: 19, won: 8 },
    { cases: 46, lost: 30, won: 16 },
    { cases: 96, lost: 58, won: 38 },
  ])('is reversed by the whole run in at most 5 %% of the orders ($lost lost, $won won of $cases)', (population) => {
    const random = createRandom(population.lost + population.won)
    expect(simulate(6000, () => shuffled(population, random)).reversed).toBeLessThanOrEqual(0.05)
  })

  it('takes the repeats of a case together', () => {
    const random = createRandom(3)
    const share = (rate: number) => Array.from({ length: 5 }, () => Number(random() < rate)).reduce((a, b) => a + b) / 5
    // Five repeats in both runs; a fifth of the cases depends on chance, two more may be lost.
    const play = (losing: number) =>
      Array.from({ length: 60 }, (_, index) => {
        const rate = index % 5 === 0 ? 0.5 : 1
        return share(index % 5 === 1 || index % 5 === 2 ? rate - losing : rate) - share(rate)
      })
    const order = (all: readonly number[]) => Array.from(randomOrder(all.length, random), (number) => all[number] ?? 0)
    const worse = (losing: number, runs: number) => {
      let count = 0
      let reversed = 0
      for (let run = 0; run < runs; run += 1) {
        const all = order(play(losing))
        const { outcome } = decide(all, { repeat: 5, formerRepeat: 5 })
        const { p, difference } = pairedComparison(
          all.map((one) => ({ first: 0.5, second: 0.5 + one / 2 })),
          1,
        )
        if (outcome === 'worse') count += 1
        if (outcome !== 'whole run' && (outcome === 'worse') !== (p < 0.05 && difference.value < 0)) reversed += 1
      }
      return { worse: count / runs, reversed: reversed / runs }
    }
    const [null_, lost] = [worse(0, 300), worse(1, 30)]
    expect(null_.worse).toBeLessThanOrEqual(0.05)
    expect(null_.reversed).toBeLessThanOrEqual(0.05)
    expect(lost.worse).toBeGreaterThan(0.9)
  })

  it('takes cases that cannot be compared for no difference, and says nothing without any that can', () => {
    const rule = baselineRule(
      'worse-than-baseline',
      { shares: new Map(), repeat: 1 },
      { cases: 5, repeat: 1, risk: 0.05 },
    )
    for (let turn = 0; turn < 5; turn += 1) expect(rule?.note([Number.NaN])).toBeUndefined()
  })

  it('would call the same agent worse far more often if the plain test were looked at after every case', () => {
    const random = createRandom(5)
    let worse = 0
    for (let run = 0; run < 500; run += 1) {
      const all = drawn({ cases: 200, lost: 40, won: 40 }, random)
      if (all.some((_, index) => isWorse(all.slice(0, index + 1)))) worse += 1
    }
    expect(worse / 500).toBeGreaterThan(0.1)
  })
})
