import type { Agreement, Estimate, Measurement, Rating } from '../core/index.ts'
import { message } from '../core/basics/message.ts'
import { tail, criticalZ } from './critical-value.ts'
import { quantileOf } from './bootstrap.ts'
import { meanInterval } from './mean.ts'
import { wilsonInterval } from './proportion.ts'
import { createRandom } from './random.ts'
import { measured } from './rate.ts'

/** What two raters said of one thing. */
export type RatingPair = { readonly first: Rating; readonly second: Rating }

/** How often each pair of answers was given: rows are the first rater's classes, columns the second's. */
type Matrix = readonly (readonly number[])[]

type AgreementOptions = { readonly level?: number; readonly seed?: number }

/** Verdicts are compared where both gave one, scores likewise; what cannot be told is undefined, with the reason. */
export function agreementOf(
  pairs: readonly RatingPair[],
  { level = 0.95, seed = 1 }: AgreementOptions = {},
): Agreement {
  const verdicts = pairs.flatMap(({ first, second }) =>
    first.passed === undefined || second.passed === undefined ? [] : [[first.passed, second.passed] as const],
  )
  const scores = pairs.flatMap(({ first, second }) =>
    first.value === undefined || second.value === undefined ? [] : [[first.value, second.value] as const],
  )
  const count = (first: boolean, second: boolean) =>
    verdicts.filter(([one, other]) => one === first && other === second).length
  const matrix: Agreement['matrix'] = [
    [count(false, false), count(false, true)],
    [count(true, false), count(true, true)],
  ]
  const noScores = message('nothing was scored by both')
  return {
    verdicts: verdicts.length,
    matrix,
    raw: rawAgreement(matrix, level),
    kappa: cohenKappa(matrix, level),
    ac1: gwetAc1(matrix, level),
    scores: scores.length,
    weightedKappa: weightedKappa(scores, { level, seed }),
    meanShift: measured(
      meanInterval(
        scores.map(([first, second]) => second - first),
        { level, bounds: [-1, 1] },
      ),
      noScores,
    ),
  }
}

/** The share of the same answers, with Wilson's interval. */
export function rawAgreement(matrix: Matrix, level = 0.95): Measurement {
  const { n, agreed } = sharesOf(matrix)
  return measured(n === 0 ? null : wilsonInterval(agreed, n, level), noAnswers())
}

/**
 * Cohen's kappa (1960): agreement beyond what two raters with these shares of answers reach by chance. The standard error
 * is that of Fleiss, Cohen & Everitt (1969). Undefined where one of the raters gave one answer only: then chance alone
 * explains any agreement, and a 0 would look like a bad rater.
 */
export function cohenKappa(matrix: Matrix, level = 0.95): Measurement {
  const { n, shares, first, second, observed } = sharesOf(matrix)
  if (n === 0) return undefinedFor(noAnswers())
  if (isOneClass(first) || isOneClass(second)) {
    return undefinedFor(message('one side gave one verdict only, and chance alone explains any agreement'))
  }
  const chance = sum(first.map((share, index) => share * at(second, index)))
  const value = (observed - chance) / (1 - chance)
  const onDiagonal = sum(
    first.map((share, index) => {
      const part = 1 - chance - (share + at(second, index)) * (1 - observed)
      return at(shares[index], index) * part * part
    }),
  )
  const offDiagonal = sum(
    shares.flatMap((row, i) => row.map((share, j) => (i === j ? 0 : share * (at(second, i) + at(first, j)) ** 2))),
  )
  const rest = (observed * chance - 2 * chance + observed) ** 2
  const variance = (onDiagonal + (1 - observed) ** 2 * offDiagonal - rest) / (n * (1 - chance) ** 4)
  return chanceCorrected({ value, variance, chance, n, agreed: observed * n, level, method: 'fleiss-cohen-everitt' })
}

/**
 * Gwet's AC1 (2008): like kappa, with a chance agreement that does not rise when nearly everything has the same answer. The
 * variance is that of the same paper for two raters.
 */
export function gwetAc1(matrix: Matrix, level = 0.95): Measurement {
  const { n, shares, first, second, observed } = sharesOf(matrix)
  if (n === 0) return undefinedFor(noAnswers())
  const classes = first.length
  const mean = first.map((share, index) => (share + at(second, index)) / 2)
  const chance = sum(mean.map((share) => share * (1 - share))) / (classes - 1)
  const value = (observed - chance) / (1 - chance)
  const agreed = sum(mean.map((share, index) => at(shares[index], index) * (1 - share))) / (classes - 1)
  const all =
    sum(shares.flatMap((row, i) => row.map((share, j) => share * (1 - (at(mean, i) + at(mean, j)) / 2) ** 2))) /
    (classes - 1) ** 2
  const spread =
    observed * (1 - observed) -
    4 * (1 - value) * (agreed - observed * chance) +
    4 * (1 - value) ** 2 * (all - chance * chance)
  const variance = spread / (n * (1 - chance) ** 2)
  return chanceCorrected({ value, variance, chance, n, agreed: observed * n, level, method: 'gwet' })
}

/**
 * Kappa of scores with quadratic weights (Fleiss & Cohen 1973), which needs no classes: squared distances, against those of
 * scores paired at random. Lin's concordance (1989) is the same number. The interval is a percentile bootstrap of the
 * pairs.
 */
export function weightedKappa(
  pairs: readonly (readonly [number, number])[],
  { level = 0.95, seed = 1 }: AgreementOptions = {},
): Measurement {
  if (pairs.length === 0) return undefinedFor(message('nothing was scored by both'))
  const value = concordance(pairs)
  if (value === undefined) return undefinedFor(message('one side gave one score only'))
  const random = createRandom(seed)
  const drawn = Array.from({ length: 1000 }, () =>
    concordance(pairs.map(() => pairs[Math.floor(random() * pairs.length)] ?? [0, 0])),
  )
  const values = Float64Array.from(drawn.flatMap((one) => one ?? [])).toSorted()
  const outside = tail(level)
  const [low, high] = [quantileOf(values, outside), quantileOf(values, 1 - outside)]
  return measured({ value, low, high, n: pairs.length, level, method: 'bootstrap' }, noAnswers())
}

function concordance(pairs: readonly (readonly [number, number])[]): number | undefined {
  const n = pairs.length
  const [first, second] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const [meanOfFirst, meanOfSecond] = [sum(first) / n, sum(second) / n]
  const spread = (values: readonly number[], mean: number) => sum(values.map((value) => (value - mean) ** 2)) / n
  const chance = spread(first, meanOfFirst) + spread(second, meanOfSecond) + (meanOfFirst - meanOfSecond) ** 2
  if (spread(first, meanOfFirst) === 0 || spread(second, meanOfSecond) === 0) return undefined
  return 1 - sum(pairs.map(([one, other]) => (one - other) ** 2)) / n / chance
}

type Corrected = Omit<Estimate, 'low' | 'high'> & {
  readonly variance: number
  readonly chance: number
  readonly agreed: number
}

/** Where all agree the formula gives no width, and 20 of 20 would be sure; Wilson's bounds of the raw agreement do. */
function chanceCorrected({ value, variance, chance, n, agreed, level, method }: Corrected): Measurement {
  if (variance <= 1e-12) {
    const { low, high } = wilsonInterval(Math.round(agreed), n, level)
    const corrected = (share: number) => (share - chance) / (1 - chance)
    return { status: 'measured', value, low: corrected(low), high: corrected(high), n, level, method: 'wilson' }
  }
  const half = criticalZ(level) * Math.sqrt(variance)
  const [low, high] = [Math.max(-1, value - half), Math.min(1, value + half)]
  return { status: 'measured', value, low, high, n, level, method }
}

function sharesOf(matrix: Matrix) {
  const n = sum(matrix.flat())
  const shares = matrix.map((row) => row.map((count) => count / n))
  const first = shares.map(sum)
  const second = matrix.map((_row, index) => sum(shares.map((row) => at(row, index))))
  const agreed = sum(matrix.map((row, index) => at(row, index)))
  return { n, shares, first, second, agreed, observed: agreed / n }
}

function isOneClass(shares: readonly number[]): boolean {
  return shares.filter((share) => share > 0).length < 2
}

function noAnswers() {
  return message('nothing has a verdict of both')
}

function undefinedFor(reason: ReturnType<typeof message>): Measurement {
  return { status: 'undefined', reason }
}

function at(values: readonly number[] | undefined, index: number): number {
  return values?.[index] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
