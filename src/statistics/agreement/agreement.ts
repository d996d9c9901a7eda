import type { Agreement, Measurement, Rating } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { type ClusterLabels, clusteredMeanInterval, clusteredStandardError } from '../clustered.ts'
import { criticalT } from '../critical-value.ts'
import { wilsonBounds } from '../proportion.ts'
import { measured } from '../rate.ts'
import { type AgreementMatrix, sharesOf, sum } from './agreement-matrix.ts'
import { cohenKappa, kappaInfluence, type KappaOptions } from './cohen-kappa.ts'
import { posteriorBounds } from './dirichlet.ts'

/** Two raters' answers on one item. Pairs of one `cluster`, such as answers to one case, are not independent. */
export type RatingPair = { readonly first: Rating; readonly second: Rating; readonly cluster?: string }

type AgreementOptions = { readonly level?: number; readonly seed?: number }

/**
 * Measures the agreement of two raters on the same items: share of equal verdicts, kappa, AC1, and for scores (0–1)
 * weighted kappa and mean shift. Each number uses the items that both rated; one that cannot be computed is undefined,
 * with the reason. Pairs of one `cluster`, such as answers to one case, count as fewer.
 *
 * @example
 * const { matrix } = agreementOf([
 *   { first: { passed: true }, second: { passed: true } },
 *   { first: { passed: false }, second: { passed: true } },
 * ])
 * matrix // => [[0, 1], [0, 1]]
 */
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
  const matrix = matrixOf(verdicts)
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
    ac1: gwetAc1(matrix, { level, seed, designEffect: ofAgreement }),
    scores: scores.length,
    weightedKappa: weightedKappa(
      scores.map(({ first, second }) => [first, second] as const),
      { level, clusters: scores.map(({ cluster }) => cluster) },
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

type VerdictPair = { readonly first: boolean; readonly second: boolean }

function matrixOf(verdicts: readonly VerdictPair[]): Agreement['matrix'] {
  const count = (one: boolean, other: boolean) =>
    verdicts.filter(({ first, second }) => first === one && second === other).length
  return [
    [count(false, false), count(false, true)],
    [count(true, false), count(true, true)],
  ]
}

/**
 * Returns how many answers count as one (Kish), from the variance between and within clusters; at least 1. Without any
 * variance, the answers of a cluster count as one.
 */
function designEffect(values: readonly number[], clusters: ClusterLabels): number {
  const count = new Set(Array.from(clusters)).size
  if (count === values.length) return 1
  const { designEffect: effect } = clusteredStandardError(values, clusters)
  return Number.isFinite(effect) ? Math.max(1, effect) : values.length / count
}

type MatrixOptions = { readonly level?: number; readonly designEffect?: number }

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
 * Measures agreement of two raters by Gwet's AC1 (2008), from -1 to 1: like kappa, with a chance agreement that does not
 * rise when nearly everything has the same answer. `matrix` and interval are those of `cohenKappa`. It is undefined, with
 * the reason, where nothing was rated by both.
 *
 * @throws {RangeError} for a level outside 0–1
 * @example
 * const ac1 = gwetAc1([[1, 1], [2, 46]])
 * ac1.status === 'measured' && ac1.value // => 0.9337
 */
export function gwetAc1(
  matrix: AgreementMatrix,
  { level = 0.95, seed = 1, designEffect: effect = 1, draws = 4000 }: KappaOptions = {},
): Measurement {
  const { n, shares } = sharesOf(matrix)
  if (n === 0) return undefinedFor(noAnswers())
  const classes = matrix.length
  const value = ac1OfCells(shares.flat(), classes)
  const posterior = { level, seed, designEffect: effect, draws }
  const { low, high } = posteriorBounds(matrix, posterior, (cells) => ac1OfCells(cells, classes))
  const bounds = { low: Math.min(value, low), high: Math.max(value, high) }
  return { status: 'measured', value, ...bounds, n, level, method: 'jeffreys-dirichlet' }
}

/** Computes AC1 from the shares of all cells, row by row. */
function ac1OfCells(cells: ArrayLike<number>, classes: number): number {
  let [observed, chance] = [0, 0]
  for (let one = 0; one < classes; one += 1) {
    let both = 0
    for (let other = 0; other < classes; other += 1) {
      both += (cells[one * classes + other] ?? 0) + (cells[other * classes + one] ?? 0)
    }
    observed += cells[one * classes + one] ?? 0
    chance += ((both / 2) * (1 - both / 2)) / (classes - 1)
  }
  return (observed - chance) / (1 - chance)
}

/**
 * Measures agreement of two raters' scores, 0–1, by kappa with quadratic weights (Fleiss & Cohen 1973), which is Lin's
 * concordance (1989). The interval is Student's around Fisher's z with a jackknife over the pairs, or over whole `clusters`
 * (`jackknife-z`). Its upper end has one more pair in it that agrees far from the mean, since of few pairs that vary the
 * jackknife is too sure that they disagree. Where all agree it is `wilson`. Fewer than five pairs are too few.
 *
 * @example
 * const kappa = weightedKappa([[0.2, 0.3], [0.5, 0.5], [0.9, 0.8], [0.4, 0.6], [0.1, 0.1], [0.7, 0.8]])
 * kappa.status === 'measured' && kappa.value // => 0.9183
 */
export function weightedKappa(
  pairs: readonly ScorePair[],
  { level = 0.95, clusters }: { readonly level?: number; readonly clusters?: ClusterLabels } = {},
): Measurement {
  if (pairs.length === 0) return undefinedFor(message('nothing was scored by both'))
  const value = concordance(pairs)
  if (value === undefined) return undefinedFor(message('one side gave one score only'))
  const groups = [...Map.groupBy(pairs.entries(), ([index]) => clusters?.[index] ?? index).values()].map((group) =>
    group.map(([, pair]) => pair),
  )
  const count = groups.length
  if (count < fewestScored) {
    return undefinedFor(message('fewer than {count} cases were scored by both', { count: fewestScored }))
  }
  const known = { status: 'measured', value, n: pairs.length, level } as const
  if (value > 1 - 1e-12) return { ...known, low: lowOfFullAgreement(pairs, count, level), high: 1, method: 'wilson' }
  const [low, high] = [jackknifeZ(groups, level), jackknifeZ([...groups, [farPair(pairs)]], level)]
  if (low === undefined || high === undefined) {
    return undefinedFor(message('all but one of the scores of one side are the same'))
  }
  return { ...known, low: Math.min(value, low.low), high: Math.max(value, high.high), method: 'jackknife-z' }
}

type Spread = { readonly low: number; readonly high: number } | undefined

/** Undefined when leaving out one group leaves a side without variance. */
function jackknifeZ(groups: readonly (readonly ScorePair[])[], level: number): Spread {
  const count = groups.length
  const value = concordance(groups.flat())
  const without = groups.flatMap((_, index) => concordance(groups.toSpliced(index, 1).flat()) ?? [])
  if (value === undefined || without.length < count) return undefined
  const middle = fisherZ(value)
  const moves = without.map((one) => fisherZ(one))
  const mean = sum(moves) / count
  const standardError = Math.sqrt(((count - 1) / count) * sum(moves.map((move) => (move - mean) ** 2)))
  const half = criticalT(level, count - 1) * standardError
  return { low: Math.tanh(middle - half), high: Math.tanh(middle + half) }
}

/** A pair in full agreement, as far from the mean as the most distant score. */
function farPair(pairs: readonly ScorePair[]): ScorePair {
  const scores = pairs.flat()
  const mean = sum(scores) / scores.length
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)]
  const far = mean - lowest > highest - mean ? lowest : highest
  return [far, far]
}

type ScorePair = readonly [first: number, second: number]

/** The spread of fewer pairs cannot be estimated. */
const fewestScored = 5

function lowOfFullAgreement(pairs: readonly ScorePair[], count: number, level: number): number {
  const scores = pairs.map(([score]) => score)
  const mean = sum(scores) / scores.length
  const variance = sum(scores.map((score) => (score - mean) ** 2)) / scores.length
  const range = Math.max(...scores) - Math.min(...scores)
  const differing = 1 - wilsonBounds(1, count, level).low
  return Math.max(-1, 1 - (differing * range ** 2) / (2 * variance))
}

function fisherZ(value: number): number {
  const most = 1 - 1e-6
  return Math.atanh(Math.min(most, Math.max(-most, value)))
}

function concordance(pairs: readonly ScorePair[]): number | undefined {
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
