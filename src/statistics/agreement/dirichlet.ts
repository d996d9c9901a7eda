import { quantileOf } from '../bootstrap.ts'
import { tail } from '../critical-value.ts'
import { createRandom } from '../random.ts'
import type { AgreementMatrix } from './agreement-matrix.ts'

type Posterior = Readonly<Record<'level' | 'seed' | 'designEffect' | 'draws', number>>

/**
 * Bounds what `valueOf` makes of the shares of all cells, row by row, under Jeffreys' prior for the cells. The upper
 * bound counts no disagreement that was not seen.
 */
export function posteriorBounds(
  matrix: AgreementMatrix,
  { level, designEffect, ...options }: Posterior,
  valueOf: (cells: Float64Array) => number,
): { readonly low: number; readonly high: number } {
  const boundOf = (unseen: number, probability: number) => {
    const counts = matrix.flatMap((row, one) =>
      row.map((count, other) => count / designEffect - (one === other ? 0 : 0.5 - unseen)),
    )
    return quantileOf(dirichletDraws(counts, options, valueOf).toSorted(), probability)
  }
  const outside = tail(level)
  return { low: boundOf(0.5, outside), high: boundOf(0, 1 - outside) }
}

/**
 * Returns what `valueOf` makes of draws of class shares from their Dirichlet posterior, given `counts`, which may be
 * fractional, and Jeffreys' prior of half an observation each. Equal seeds give equal draws.
 */
function dirichletDraws(
  counts: readonly number[],
  { draws, seed }: Pick<Posterior, 'draws' | 'seed'>,
  valueOf: (shares: Float64Array) => number,
): Float64Array {
  const random = createRandom(seed)
  // Reused between draws.
  const shares = new Float64Array(counts.length)
  return Float64Array.from({ length: draws }, () => {
    let total = 0
    for (const [index, count] of counts.entries()) {
      shares[index] = gammaDraw(count + 0.5, random)
      total += shares[index] ?? 0
    }
    for (let index = 0; index < shares.length; index += 1) shares[index] = (shares[index] ?? 0) / total
    return valueOf(shares)
  })
}

/** Draws from a gamma distribution of scale 1 (Marsaglia & Tsang 2000, with their extension to shapes below 1). */
function gammaDraw(shape: number, random: () => number): number {
  if (shape < 1) return gammaDraw(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalDraw(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Draws a normal number by the Box–Muller transform (1958), using one of its two. */
function normalDraw(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
