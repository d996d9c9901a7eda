import { cohenKappa } from '../../src/statistics/agreement/cohen-kappa.ts'
import { gwetAc1, weightedKappa } from '../../src/statistics/agreement/agreement.ts'
import { krippendorffAlpha } from '../../src/statistics/agreement/krippendorff.ts'
import { clusteredMeanInterval } from '../../src/statistics/clustered.ts'
import { correctedDifference } from '../../src/statistics/corrected/corrected-difference.ts'
import { correctedMean } from '../../src/statistics/corrected/corrected-mean.ts'
import { correctedRate } from '../../src/statistics/corrected/corrected-rate.ts'
import { stratifiedRate } from '../../src/statistics/corrected/stratified-rate.ts'
import { meanInterval } from '../../src/statistics/mean.ts'
import { bonettPriceInterval, pairedMeanInterval } from '../../src/statistics/paired.ts'
import { passEstimates } from '../../src/statistics/pass-at-k.ts'
import { winRate } from '../../src/statistics/preference-measures.ts'
import { wilsonInterval } from '../../src/statistics/proportion.ts'

type Bounds = { readonly low: number; readonly high: number } | null

/** A statistic of samples from a population whose true value is known; null where it is undefined. */
export type IntervalCell = {
  readonly statistic: string
  readonly name: string
  readonly truth: number
  readonly sample: (random: () => number) => Bounds
}

type Random = () => number

const labelCounts = [5, 10, 20, 50, 100]
const rates = [0.5, 0.8, 0.9, 0.95, 0.99]

/** Statistics that gates, cards and exports show, with 5 to 100 labels or cases and rates up to .99. */
export function intervalCells(counts: readonly number[] = labelCounts): readonly IntervalCell[] {
  return counts.flatMap((n) => [
    ...rateCells(n),
    ...meanCells(n),
    ...repeatCells(n),
    ...differenceCells(n),
    ...agreementCells(n),
    ...scoreAgreementCells(n),
    ...alphaCells(n),
    ...correctedCells(n),
    ...mutationCells(n),
    ...correctedDifferenceCells(n),
    ...roganGladenCells(n),
  ])
}

function rateCells(n: number): readonly IntervalCell[] {
  return rates.map((rate) => ({
    statistic: 'rate',
    name: `n ${n}, rate ${rate}`,
    truth: rate,
    sample: (random) =>
      wilsonInterval(
        count(n, () => random() < rate),
        n,
      ),
  }))
}

const values: readonly (readonly [name: string, mean: number, draw: (random: Random) => number])[] = [
  ['even', 0.5, (random) => random()],
  ['nine in ten 1', 0.95, (random) => (random() < 0.9 ? 1 : random())],
  ['nearly all 1', 0.99, (random) => (random() < 0.98 ? 1 : 0.5)],
]

function meanCells(n: number): readonly IntervalCell[] {
  return [
    ...values.map(([name, truth, draw]) => ({
      statistic: 'mean',
      name: `n ${n}, ${name}`,
      truth,
      sample: (random: Random) =>
        meanInterval(
          many(n, () => draw(random)),
          { bounds: [0, 1] },
        ),
    })),
    ...[0.5, 0.8, 0.95, 0.99].map((rate) => ({
      statistic: 'win rate',
      name: `n ${n}, ${rate}`,
      truth: rate,
      sample: (random: Random) =>
        measured(
          winRate(many(n, (cluster) => ({ value: (Number(random() < rate) + Number(random() < rate)) / 2, cluster })))
            .rate,
        ),
    })),
  ]
}

/** A case passes with a chance that is even, mostly high or nearly always 1. */
function repeatCells(n: number): readonly IntervalCell[] {
  return [1, 4, 19].flatMap((power) => {
    const draw = (random: Random) =>
      many(n, () => random() ** (1 / power)).map((chance) => count(5, () => random() < chance))
    // The mean of chance^k where chance is even^(1/power).
    const moment = (k: number) => power / (power + k)
    const name = `n ${n}, power ${power}`
    return [
      {
        statistic: 'rate of repeats',
        name,
        truth: moment(1),
        sample: (random: Random) => {
          const counts = draw(random)
          return clusteredMeanInterval(
            counts.flatMap((passed) => many(5, (index) => Number(index < passed))),
            counts.flatMap((_passed, cluster) => many(5, () => cluster)),
            { bounds: [0, 1] },
          )
        },
      },
      {
        statistic: 'pass@3',
        name,
        truth: 3 * moment(1) - 3 * moment(2) + moment(3),
        sample: (random: Random) => ofThree(draw(random)).passAtK,
      },
      { statistic: 'pass^3', name, truth: moment(3), sample: (random: Random) => ofThree(draw(random)).passHatK },
    ]
  })
}

/** Mutants of a case are noticed together or not at all, and some cases have many more of them than others. */
function mutationCells(n: number): readonly IntervalCell[] {
  return [0.3, 0.6, 0.8, 0.95, 0.99].map((truth) => ({
    statistic: 'mutation score',
    name: `n ${n} cases, score ${truth}`,
    truth,
    sample: (random: Random) => {
      const noticed = many(n, () => {
        const alike = random() < truth
        return many(5 + Math.floor(random() * 40), () => Number(random() < 0.3 ? alike : random() < truth))
      })
      return clusteredMeanInterval(
        noticed.flat(),
        noticed.flatMap((own, cluster) => own.map(() => cluster)),
        { bounds: [0, 1] },
      )
    },
  }))
}

function differenceCells(n: number): readonly IntervalCell[] {
  const pairs = [
    [0.05, 0.05],
    [0.2, 0.1],
    [0.1, 0.01],
    [0.01, 0.01],
  ] as const
  return pairs.flatMap(([first, second]) => {
    const name = `n ${n}, ${first} and ${second} differ`
    const drawn = (random: Random) => many(n, () => random())
    return [
      {
        statistic: 'difference of rates',
        name,
        truth: first - second,
        sample: (random: Random) => {
          const places = drawn(random)
          const onlyFirst = places.filter((place) => place < first).length
          const onlySecond = places.filter((place) => place >= first && place < first + second).length
          return bonettPriceInterval(onlyFirst, onlySecond, n)
        },
      },
      {
        statistic: 'difference of means',
        name: `n ${n}, noise ${first}`,
        truth: 0,
        sample: (random: Random) => {
          const base = drawn(random).map((one) => one * 0.5)
          return pairedMeanInterval(
            base.map((one) => one + first * random()),
            base.map((one) => one + first * random()),
            { bounds: [0, 1] },
          )
        },
      },
    ]
  })
}

function agreementCells(n: number): readonly IntervalCell[] {
  return [0.5, 0.8, 0.9, 0.95].flatMap((share) =>
    [0.2, 0.6, 0.9].flatMap((kappa) => {
      const differ = (1 - kappa) * share * (1 - share)
      const chance = 2 * share * (1 - share)
      const draw = (random: Random) => {
        const cells = [0, 0, 0, 0]
        for (let one = 0; one < n; one += 1) {
          const place = random()
          const cell = [differ, 2 * differ, share + differ].findIndex((end) => place < end) + 1
          cells[cell] = (cells[cell] ?? 0) + 1
        }
        const [failed = 0, onlySecond = 0, onlyFirst = 0, passed = 0] = cells
        return [
          [failed, onlySecond],
          [onlyFirst, passed],
        ]
      }
      const name = `n ${n}, ${share} pass, kappa ${kappa}`
      const ac1 = (1 - 2 * differ - chance) / (1 - chance)
      return [
        {
          statistic: 'kappa',
          name,
          truth: kappa,
          sample: remembered(draw, (matrix) => measured(cohenKappa(matrix, { draws: 1000 }))),
        },
        {
          statistic: 'AC1',
          name,
          truth: ac1,
          sample: remembered(draw, (matrix) => measured(gwetAc1(matrix, { draws: 1000 }))),
        },
      ]
    }),
  )
}

/** Scores of two whose means and variances are the same, so that kappa is how often they mean the same. */
function scoreAgreementCells(n: number): readonly IntervalCell[] {
  const scales: readonly (readonly [name: string, draw: (random: Random) => number])[] = [
    ['even', (random) => random()],
    ['five grades', (random) => Math.floor(5 * random()) / 4],
    ['mostly 1', (random) => (random() < 0.8 ? 1 : Math.floor(4 * random()) / 4)],
  ]
  return scales.flatMap(([scale, draw]) =>
    [0.3, 0.6, 0.9, 0.95].map((kappa) => ({
      statistic: 'weighted kappa',
      name: `n ${n}, ${scale}, ${kappa}`,
      truth: kappa,
      sample: (random: Random) =>
        measured(
          weightedKappa(
            many(n, () => {
              const first = draw(random)
              return [first, random() < kappa ? first : draw(random)] as const
            }),
          ),
        ),
    })),
  )
}

function alphaCells(n: number): readonly IntervalCell[] {
  return [0.5, 0.9].flatMap((share) =>
    [0.3, 0.8].map((alpha) => ({
      statistic: 'alpha',
      name: `n ${n}, ${share} pass, ${alpha}`,
      truth: alpha,
      sample: (random: Random) =>
        measured(
          krippendorffAlpha(
            many(n, () => {
              const meant = Number(random() < share)
              // Two agree beyond chance where both say what is meant.
              return { values: many(3, () => (random() < Math.sqrt(alpha) ? meant : Number(random() < share))) }
            }),
            { scale: 'nominal' },
          ),
        ),
    })),
  )
}

const judges = [
  [0.95, 0.9],
  [0.8, 0.8],
  [0.99, 0.7],
] as const
type JudgeRates = (typeof judges)[number]

const unlabelled = 200

function correctedCells(n: number): readonly IntervalCell[] {
  return rates.flatMap((rate) =>
    judges.flatMap((judge) => {
      const name = `n ${n}, rate ${rate}, judge ${judge.join(' ')}`
      return [
        {
          statistic: 'corrected rate',
          name,
          truth: rate,
          sample: (random: Random) => {
            const rows = many(n + unlabelled, () => judgedResult(rate, judge, random))
            return (
              correctedMean({ labelled: rows.slice(0, n), unlabelled: rows.slice(n) }, { bounds: [0, 1] })?.estimate ??
              null
            )
          },
        },
        {
          statistic: 'stratified rate',
          name,
          truth: rate,
          sample: (random: Random) =>
            stratifiedOf(
              n,
              many(n + unlabelled, () => judgedResult(rate, judge, random)),
            ),
        },
      ]
    }),
  )
}

type JudgedResult = { readonly label: number; readonly judged: number }

function judgedResult(rate: number, [sensitivity, specificity]: JudgeRates, random: Random): JudgedResult {
  const label = Number(random() < rate)
  return { label, judged: Number(random() < (label === 1 ? sensitivity : 1 - specificity)) }
}

/** Half of the labels for each kind of verdict. */
function stratifiedOf(n: number, rows: readonly JudgedResult[]): Bounds {
  const kinds = [0, 1].map((judged) =>
    rows.flatMap((row, cluster) => (row.judged === judged ? { ...row, cluster } : [])),
  )
  const strata = kinds.map((kind) => ({ results: kind.length, labels: kind.slice(0, Math.ceil(n / 2)) }))
  return stratifiedRate(strata)?.estimate ?? null
}

function correctedDifferenceCells(n: number): readonly IntervalCell[] {
  const pairs = [
    [0.5, 0.7],
    [0.9, 0.9],
    [0.95, 0.99],
  ] as const
  return pairs.flatMap(([before, after]) =>
    judges.map((judge) => ({
      statistic: 'corrected difference',
      name: `n ${n}, ${before} to ${after}, judge ${judge.join(' ')}`,
      truth: after - before,
      sample: (random: Random) => {
        const rows = many(n + unlabelled, (cluster) => {
          const hard = random()
          const side = (rate: number) => {
            // Half of what a case comes to is the case's own.
            const label = Number((random() < 0.5 ? hard : random()) < rate)
            return { label, judged: Number(random() < (label === 1 ? judge[0] : 1 - judge[1])), cluster }
          }
          return [side(before), side(after)] as const
        })
        const parts = (side: 0 | 1) => {
          const own = rows.map((row) => row[side])
          return { labelled: own.slice(0, n), unlabelled: own.slice(n) }
        }
        return correctedDifference(parts(0), parts(1))?.estimate ?? null
      },
    })),
  )
}

/** The judge's rates were measured on so many results of each kind, the rate on 200. */
function roganGladenCells(n: number): readonly IntervalCell[] {
  return rates.flatMap((rate) =>
    judges.map(([sensitivity, specificity]) => ({
      statistic: 'Rogan–Gladen',
      name: `n ${n}, rate ${rate}, judge ${sensitivity} ${specificity}`,
      truth: rate,
      sample: (random: Random) => {
        const passed = rate * sensitivity + (1 - rate) * (1 - specificity)
        const share = (of: number, chance: number) => count(of, () => random() < chance) / of
        return correctedRate(
          { rate: share(unlabelled, passed), n: unlabelled },
          {
            sensitivity: share(n, sensitivity),
            positives: n,
            specificity: share(n, specificity),
            negatives: n,
          },
        )
      },
    })),
  )
}

/** The same draw has the same interval. */
function remembered<Drawn>(draw: (random: Random) => Drawn, interval: (drawn: Drawn) => Bounds) {
  const known = new Map<string, Bounds>()
  return (random: Random): Bounds => {
    const drawn = draw(random)
    const key = String(drawn)
    const bounds = known.get(key)
    if (bounds !== undefined) return bounds
    const made = interval(drawn)
    known.set(key, made)
    return made
  }
}

function measured(measurement: { readonly status: string } & Partial<NonNullable<Bounds>>): Bounds {
  const { status, low, high } = measurement
  return status === 'measured' && low !== undefined && high !== undefined ? { low, high } : null
}

function count(tries: number, isHit: () => boolean): number {
  let hits = 0
  for (let one = 0; one < tries; one += 1) if (isHit()) hits += 1
  return hits
}

function many<Value>(length: number, make: (index: number) => Value): Value[] {
  return Array.from({ length }, (_, index) => make(index))
}

function ofThree(counts: readonly number[]) {
  return passEstimates(
    counts.map((c) => ({ n: 5, c })),
    3,
  )
}
