/** The greatest number of cells (rows × columns) for which the best alignment is computed. */
const OPTIMAL_CELLS = 4_000_000

/**
 * Pairs rows with columns without crossing, so that the sum of the weights is as large as possible: the weighted
 * longest common subsequence. A weight of 0 is no pair. Among equally good pairs the earlier ones are taken.
 *
 * Above 4 million cells each row in turn takes the next column that has a weight.
 */
export function alignInOrder(weights: readonly (readonly number[])[]): {
  readonly partners: readonly (number | undefined)[]
  readonly optimal: boolean
} {
  const columns = weights[0]?.length ?? 0
  if (weights.length * columns > OPTIMAL_CELLS) return { partners: alignGreedily(weights), optimal: false }
  return { partners: trace(weights, bestSums(weights, columns), columns), optimal: true }
}

/** `sums[row * (columns + 1) + column]` is the best sum from that row and column to the ends. */
function bestSums(weights: readonly (readonly number[])[], columns: number): Float64Array {
  const width = columns + 1
  const sums = new Float64Array((weights.length + 1) * width)
  for (let row = weights.length - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const here = row * width + column
      const paired = (weights[row]?.[column] ?? 0) + (sums[here + width + 1] ?? 0)
      sums[here] = Math.max(paired, sums[here + width] ?? 0, sums[here + 1] ?? 0)
    }
  }
  return sums
}

function trace(
  weights: readonly (readonly number[])[],
  sums: Float64Array,
  columns: number,
): readonly (number | undefined)[] {
  const width = columns + 1
  const partners = Array.from<number | undefined>({ length: weights.length })
  let row = 0
  let column = 0
  while (row < weights.length && column < columns) {
    const here = row * width + column
    const weight = weights[row]?.[column] ?? 0
    if (weight > 0 && weight + (sums[here + width + 1] ?? 0) === sums[here]) {
      partners[row] = column
      row += 1
      column += 1
    } else if (sums[here + 1] === sums[here]) column += 1
    else row += 1
  }
  return partners
}

function alignGreedily(weights: readonly (readonly number[])[]): readonly (number | undefined)[] {
  let next = 0
  return weights.map((row) => {
    const column = row.findIndex((weight, index) => index >= next && weight > 0)
    if (column === -1) return undefined
    next = column + 1
    return column
  })
}
