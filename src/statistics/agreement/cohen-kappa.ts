import type { Measurement } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { type AgreementMatrix, at, chanceAgreement, sharesOf } from './agreement-matrix.ts'
import { posteriorBounds } from './dirichlet.ts'

export type KappaOptions = {
  readonly level?: number
  readonly seed?: number
  /** The number of clustered answers that count as one independent answer; 1 without clusters. */
  readonly designEffect?: number
  /** Draws from the posterior; 4000 place the bounds within a few hundredths of the interval's width. */
  readonly draws?: number
}

/**
 * Measures agreement of two raters beyond chance (Cohen 1960), from -1 to 1. `matrix[i][j]` counts what the first called
 * class i and the second j. The interval holds the middle of kappa's posterior under Jeffreys' prior for the cells
 * (`jeffreys-dirichlet`), and its upper end counts no disagreement that was not seen; normal intervals cover too little
 * where nearly all passes. It is undefined, with the reason, where a rater gave one answer only.
 *
 * @throws {RangeError} for a level outside 0–1
 * @example
 * const kappa = cohenKappa([[20, 5], [10, 15]])
 * kappa.status === 'measured' && kappa.value // => 0.4
 */
export function cohenKappa(matrix: AgreementMatrix, options: KappaOptions = {}): Measurement {
  const { level = 0.95, seed = 1, designEffect = 1, draws = 4000 } = options
  const { n, first, second, observed } = sharesOf(matrix)
  if (n === 0) return { status: 'undefined', reason: message('nothing has a verdict of both') }
  if (isOneClass(first) || isOneClass(second)) {
    const reason = message('one side gave one verdict only, and chance alone explains any agreement')
    return { status: 'undefined', reason }
  }
  const value = kappaOf(observed, chanceAgreement(first, second))
  const posterior = { level, seed, designEffect, draws }
  const { low, high } = posteriorBounds(matrix, posterior, (cells) => kappaOfCells(cells, matrix.length))
  const bounds = { low: Math.min(value, low), high: Math.max(value, high) }
  return { status: 'measured', value, ...bounds, n, level, method: 'jeffreys-dirichlet' }
}

/**
 * Returns the first-order influence of each pair of answers on kappa; the influences of a cluster add up. All are 0
 * when the raters always agree, and when chance alone explains any agreement.
 */
export function kappaInfluence(matrix: AgreementMatrix): (first: number, second: number) => number {
  const { first, second, observed } = sharesOf(matrix)
  const chance = chanceAgreement(first, second)
  if (chance === 1) return () => 0
  return (one, other) => {
    const agreement = (one === other ? 1 : 0) - observed
    const byChance = at(second, one) + at(first, other) - 2 * chance
    return agreement / (1 - chance) - ((1 - observed) / (1 - chance) ** 2) * byChance
  }
}

/** Computes kappa from the shares of all cells, row by row. */
function kappaOfCells(cells: Float64Array, classes: number): number {
  let observed = 0
  let chance = 0
  for (let one = 0; one < classes; one += 1) {
    let first = 0
    let second = 0
    for (let other = 0; other < classes; other += 1) {
      first += cells[one * classes + other] ?? 0
      second += cells[other * classes + one] ?? 0
    }
    observed += cells[one * classes + one] ?? 0
    chance += first * second
  }
  return kappaOf(observed, chance)
}

function kappaOf(observed: number, chance: number): number {
  return (observed - chance) / (1 - chance)
}

function isOneClass(shares: readonly number[]): boolean {
  return shares.filter((share) => share > 0).length < 2
}
