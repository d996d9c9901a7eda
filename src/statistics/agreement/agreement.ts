import type { Agreement, Measurement, Rating } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { quantileOf } from '../bootstrap.ts'
import type { ClusterLabels } from '../clustered.ts'
import { clusteredMeanInterval, clusteredStandardError } from '../clustered.ts'
import { criticalZ, tail } from '../critical-value.ts'
import { wilsonBounds } from '../proportion.ts'
import { createRandom } from '../random.ts'
import { measured } from '../rate.ts'
import type { AgreementMatrix } from './agreement-matrix.ts'
import { at, sharesOf, sum } from './agreement-matrix.ts'
import { cohenKappa, kappaInfluence } from './cohen-kappa.ts'

/** What two raters said of one thing. Pairs of one `cluster`, such as answers to one case, say less than as many others. */
export type RatingPair = { readonly first: Rating; readonly second: Rating; readonly cluster?: string }

type AgreementOptions = { readonly level?: number; readonly seed?: number }

/** Verdicts are compared where both gave one, scores likewise; what cannot be told is undefined, with the reason. */
export function agreementOf(
  pairs: readonly RatingPair[],
  { level = 0.95, seed = 1 }: AgreementOptions = {},
): Agreement {
  const clustered = pairs.map((pair, index) => ({ ...pair, cluster: pair.cluster ?? `#${index}` }))
  const verdicts = clustered.flatMap(({ first, second, cluster }) =>
    first.passed === undefined || second.passed === undefined
      ? []
      : [{ first: first.passed, second: second.passed, cluster }],
  )
  const scores = clustered.flatMap(({ first, second, cluster }) =>
    first.value === undefined || second.value === undefined
      ? []
      : [{ first: first.value, second: second.value, cluster }],
  )
  const count = (one: boolean, other: boolean) =>
    verdicts.filter(({ first, second }) => first === one && second === other).length
  const matrix: Agreement['matrix'] = [
    [count(false, false), count(false, true)],
    [count(true, false), count(true, true)],
  ]
  const clusters = verdicts.map(({ cluster }) => cluster)
  const agreed = verdicts.map(({ first, second }) => (first === second ? 1 : 0))
  const influence = kappaInfluence(matrix)
  const moves = verdicts.map(({ first, second }) => influence(Number(first), Number(second)))
  const ofAgreement = designEffect(agreed, clusters)
  const cases = new Set(clustered.map(({ cluster }) => cluster)).size
  return {
    verdicts: verdicts.length,
    ...(cases < pairs.length && { cases }),
    matrix,
    raw: rawAgreement(matrix, { level, designEffect: ofAgreement }),
    kappa: cohenKappa(matrix, { level, seed, designEffect: designEffect(moves, clusters) }),
    ac1: gwetAc1(matrix, { level, designEffect: ofAgreement }),
    scores: scores.length,
    weightedKappa: weightedKappa(
      scores.map(({ first, second }) => [first, second] as const),
      { level, seed, clusters: scores.map(({ cluster }) => cluster) },
    ),
    meanShift: measured(
      clusteredMeanInterval(
        scores.map(({ first, second }) => second - first),
        scores.map(({ cluster }) => cluster),
        { level, bounds: [-1, 1], differences: true },
      ),
      message('nothing was scored by both'),
    ),
  }
}

/**
 * How many answers count as one (Kish), from how what they say varies between clusters and within; at least 1. Where
 * nothing varies, those of a cluster count as one.
 */
function designEffect(values: readonly number[], clusters: ClusterLabels): number {
  const count = new Set(Array.from(clusters)).size
  if (count === values.length) return 1
  const { designEffect: effect } = clusteredStandardError(values, clusters)
  return Number.isFinite(effect) ? Math.max(1, effect) : values.length / count
}

type MatrixOptions = { readonly level?: number; readonly designEffect?: number }

/** The share of the same answers, with Wilson's interval. */
export function rawAgreement(
  matrix: AgreementMatrix,
  { level = 0.95, designEffect: effect = 1 }: MatrixOptions = {},
): Measurement {
  const { n, observed } = sharesOf(matrix)
  if (n === 0) return undefinedFor(noAnswers())
  return {
    status: 'measured',
    value: observed,
    ...wilsonBounds(observed, n / effect, level),
    n,
    level,
    method: 'wilson',
  }
}

/**
 * Gwet's AC1 (2008): like kappa, with a chance agreement that does not rise when nearly everything has the same answer. The
 * variance is that of the same paper for two raters.
 */
export function gwetAc1(
  matrix: AgreementMatrix,
  { level = 0.95, designEffect: effect = 1 }: MatrixOptions = {},
): Measurement {
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
  const variance = (spread * effect) / (n * (1 - chance) ** 2)
  if (variance <= 1e-12) return ofFullAgreement({ value, observed, chance, n, level, effect })
  const half = criticalZ(level) * Math.sqrt(variance)
  const [low, high] = [Math.max(-1, value - half), Math.min(1, value + half)]
  return { status: 'measured', value, low, high, n, level, method: 'gwet' }
}

type FullAgreement = Readonly<Record<'value' | 'observed' | 'chance' | 'n' | 'level' | 'effect', number>>

/** Where all agree the formula gives no width, and 20 of 20 would be sure; Wilson's bounds of the raw agreement do. */
function ofFullAgreement({ value, observed, chance, n, level, effect }: FullAgreement): Measurement {
  const { low, high } = wilsonBounds(observed, n / effect, level)
  const corrected = (share: number) => (share - chance) / (1 - chance)
  return { status: 'measured', value, low: corrected(low), high: corrected(high), n, level, method: 'wilson' }
}

/**
 * Kappa of scores with quadratic weights (Fleiss & Cohen 1973), which needs no classes: squared distances, against those of
 * scores paired at random. Lin's concordance (1989) is the same number. The interval is a percentile bootstrap of the
 * pairs, or of whole `clusters` of them.
 */
export function weightedKappa(
  pairs: readonly (readonly [number, number])[],
  { level = 0.95, seed = 1, clusters }: AgreementOptions & { readonly clusters?: ClusterLabels } = {},
): Measurement {
  if (pairs.length === 0) return undefinedFor(message('nothing was scored by both'))
  const value = concordance(pairs)
  if (value === undefined) return undefinedFor(message('one side gave one score only'))
  const random = createRandom(seed)
  const together = [...Map.groupBy(pairs.entries(), ([index]) => clusters?.[index] ?? index).values()].map((group) =>
    group.map(([, pair]) => pair),
  )
  const drawn = Array.from({ length: 1000 }, () =>
    concordance(together.flatMap(() => together[Math.floor(random() * together.length)] ?? [])),
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

function noAnswers() {
  return message('nothing has a verdict of both')
}

function undefinedFor(reason: ReturnType<typeof message>): Measurement {
  return { status: 'undefined', reason }
}
