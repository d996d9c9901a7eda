import { createRandom } from '../random.ts'

/**
 * Calls `tell` with draws of the shares of several classes from their Dirichlet posterior after `counts`, which need not be
 * whole, under Jeffreys' prior of half an observation in each; the same draws for the same seed. The array is the same one
 * each time.
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

/** From a gamma distribution of this shape and scale 1 (Marsaglia & Tsang 2000, with their way to shapes below 1). */
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

/** Box and Muller's (1958), one of its two. */
function normalDraw(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
