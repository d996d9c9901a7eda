import { describe, expect, it } from 'vitest'
import { cohenKappa } from './agreement/cohen-kappa.ts'
import { clusteredMeanInterval } from './clustered.ts'
import { meanInterval } from './mean.ts'
import { passEstimates } from './pass-at-k.ts'
import { wilsonInterval } from './proportion.ts'
import { createRandom } from './random.ts'

// What the intervals of reports cover of a true value that is known, seeded. With this many samples a cell that covers
// .95 is measured with a standard error of .011, the mean of all cells with one of about .001.
const samples = 400
const sizes = [10, 20, 50, 200]

type Bounds = { readonly low: number; readonly high: number } | null
type Cell = { readonly name: string; readonly truth: number; readonly sample: (random: () => number) => Bounds }

describe('intervals cover the true value', () => {
  it('of rates of cases that were played once', () => {
    const cells = sizes.flatMap((n) =>
      [0.5, 0.8, 0.9, 0.95, 0.99].map((rate) => {
        const sample = (random: () => number) => wilsonInterval(passes(n, rate, random), n)
        return { name: `${n} cases, rate ${rate}`, truth: rate, sample }
      }),
    )
    // Of a rate of .99 in 10 cases Wilson's covers .904, exactly, and the mean of these cells is .951.
    expect(lowestOf(cells)).toEqual({ mean: expect.toSatisfy(atLeast(0.945)), below: [] })
  })

  it('of means of values, however close to 1', () => {
    const kinds = [
      ['evenly from 0 to 1', 0.5, (random: () => number) => random()],
      ['nine in ten are 1', 0.95, (random: () => number) => (random() < 0.9 ? 1 : random())],
      [
        '0, .5 and 1',
        0.8,
        (random: () => number) => [0, 0.5, 0.5, 1, 1, 1, 1, 1, 1, 1][Math.floor(10 * random())] ?? 0,
      ],
      ['nearly all are 1', 0.99, (random: () => number) => (random() < 0.98 ? 1 : 0.5)],
    ] as const
    const cells = sizes.flatMap((n) =>
      kinds.map(([name, truth, draw]) => ({
        name: `${n} values, ${name}`,
        truth,
        sample: (random: () => number) =>
          meanInterval(
            Array.from({ length: n }, () => draw(random)),
            { bounds: [0, 1] },
          ),
      })),
    )
    expect(lowestOf(cells)).toEqual({ mean: expect.toSatisfy(atLeast(0.945)), below: [] })
  })

  it('of pass rates, pass@3 and pass^3 of cases that were played five times', () => {
    // A case passes with a chance that is even, mostly high (the largest of 4) or nearly always 1 (the largest of 19).
    const cells = sizes.flatMap((n) =>
      [1, 4, 19].flatMap((power) => {
        const draw = (random: () => number) =>
          Array.from({ length: n }, () => passes(5, random() ** (1 / power), random))
        const mean = (of: (chance: number) => number) => averageOf((even) => of(even ** (1 / power)))
        const name = `${n} cases, power ${power}`
        return [
          {
            name: `${name}, rate`,
            truth: mean((chance) => chance),
            sample: (random: () => number) => rateOf(draw(random)),
          },
          {
            name: `${name}, pass@3`,
            truth: mean((chance) => 1 - (1 - chance) ** 3),
            sample: (random: () => number) => ofThree(draw(random)).passAtK,
          },
          {
            name: `${name}, pass^3`,
            truth: mean((chance) => chance ** 3),
            sample: (random: () => number) => ofThree(draw(random)).passHatK,
          },
        ]
      }),
    )
    expect(lowestOf(cells)).toEqual({ mean: expect.toSatisfy(atLeast(0.945)), below: [] })
  })

  it("of Cohen's kappa, however much passes", () => {
    const known = new Map<string, Bounds>()
    const cells = [30, 50, 100, 200].flatMap((n) =>
      [0.5, 0.8, 0.9, 0.95].flatMap((share) =>
        [0.2, 0.6, 0.8, 0.9].map((kappa) => ({
          name: `${n} answers, ${share} pass, kappa ${kappa}`,
          truth: kappa,
          sample: (random: () => number) => kappaOfSample(n, { share, kappa, random, known }),
        })),
      ),
    )
    expect(lowestOf(cells)).toEqual({ mean: expect.toSatisfy(atLeast(0.945)), below: [] })
  })
})

/** The mean coverage, and the cells that cover less than .90. */
function lowestOf(cells: readonly Cell[]) {
  const coverage = cells.map(({ name, truth, sample }, index) => {
    const random = createRandom(index + 1)
    const drawn = Array.from({ length: samples }, () => sample(random)).filter((bounds) => bounds !== null)
    const covered = drawn.filter(({ low, high }) => low <= truth + 1e-9 && truth - 1e-9 <= high)
    return { name, share: covered.length / drawn.length }
  })
  return {
    mean: coverage.reduce((total, { share }) => total + share, 0) / coverage.length,
    below: coverage.filter(({ share }) => share < 0.9).map(({ name, share }) => `${name}: ${share.toFixed(3)}`),
  }
}

function atLeast(lowest: number) {
  return (value: number) => value >= lowest
}

function passes(n: number, rate: number, random: () => number): number {
  let count = 0
  for (let one = 0; one < n; one += 1) if (random() < rate) count += 1
  return count
}

function rateOf(counts: readonly number[]): Bounds {
  const values = counts.flatMap((count) => Array.from({ length: 5 }, (_, index) => (index < count ? 1 : 0)))
  const cases = counts.flatMap((_count, index) => [index, index, index, index, index])
  return clusteredMeanInterval(values, cases, { bounds: [0, 1] })
}

function ofThree(counts: readonly number[]) {
  return passEstimates(
    counts.map((c) => ({ n: 5, c })),
    3,
  )
}

/** Of a function over 0 to 1, by the midpoint rule. */
function averageOf(of: (even: number) => number): number {
  const steps = 10_000
  return (
    Array.from({ length: steps }, (_, step) => of((step + 0.5) / steps)).reduce((sum, value) => sum + value) / steps
  )
}

type Raters = {
  readonly share: number
  readonly kappa: number
  readonly random: () => number
  readonly known: Map<string, Bounds>
}

/** Two raters who pass the same share; null where one of them said one thing only, which has no kappa. */
function kappaOfSample(n: number, { share, kappa, random, known }: Raters): Bounds {
  const differ = (1 - kappa) * share * (1 - share)
  const counts = [0, 0, 0, 0]
  for (let one = 0; one < n; one += 1) {
    const place = random()
    // Only the second passes it, only the first, both, or neither.
    const cell = [differ, 2 * differ, share + differ].findIndex((end) => place < end) + 1
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  const [failed = 0, onlySecond = 0, onlyFirst = 0, passed = 0] = counts
  const matrix = [
    [failed, onlySecond],
    [onlyFirst, passed],
  ]
  const key = counts.join()
  const bounds = known.has(key) ? known.get(key) : boundsOf(cohenKappa(matrix, { draws: 1000 }))
  known.set(key, bounds ?? null)
  return bounds ?? null
}

function boundsOf(measurement: ReturnType<typeof cohenKappa>): Bounds {
  return measurement.status === 'undefined' ? null : measurement
}
