import { createRandom } from '../random.ts'

/**
 * Calls `tell` with draws of class shares from their Dirichlet posterior, given `counts`, which may be fractional, and
 * Jeffreys' prior of half an observation each. Equal seeds give equal draws. The array is reused between calls.
 */
export function forDirichletDraws(
  counts: readonly number[],
  { draws, seed }: { readonly draws: number; readonly seed: number },
  tell: (shares: Float64Array) => void,
): void {
  const random = createRandom(seed)
  const shares = new Float64Array(counts.length)
  for (let draw = 0; draw < draws; draw += 1) {
    let total = 0
    for (const [index, count] of counts.entries()) {
      shares[index] = gammaDraw(count + 0.5, random)
      total += shares[index] ?? 0
    }
    for (let index = 0; index < shares.length; index += 1) shares[index] = (shares[index] ?? 0) / total
    tell(shares)
  }
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
