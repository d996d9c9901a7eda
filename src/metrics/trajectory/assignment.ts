/** `partners[row]` is the column paired with the row. `optimal` is false above the bound of `assign`. */
export type Assignment = { readonly partners: readonly (number | undefined)[]; readonly optimal: boolean }

/** The bound up to which the best assignment is computed: rows² × columns, rows being the shorter side. */
const OPTIMAL_STEPS = 500 ** 3

/**
 * Pairs rows with columns so that the sum of the weights is as large as possible; each is used once. Weights are finite
 * and not negative, and a weight of 0 is no pair. The sum does not depend on the order of rows or columns, but among
 * equally good choices the pairs may.
 *
 * Above the bound each row in turn takes the best column that is left.
 *
 * Hungarian method with potentials: Kuhn 1955, in the O(n²m) form of Jonker and Volgenant 1987.
 */
export function assign(weights: readonly (readonly number[])[]): Assignment {
  const columns = weights[0]?.length ?? 0
  const steps = Math.min(weights.length, columns) ** 2 * Math.max(weights.length, columns)
  if (steps > OPTIMAL_STEPS) return { partners: assignGreedily(weights), optimal: false }
  if (weights.length <= columns) return { partners: withoutZeros(weights, assignRows(weights)), optimal: true }
  const rowOfColumn = assignRows(transposed(weights, columns))
  const partners = Array.from<number | undefined>({ length: weights.length })
  for (const [column, row] of rowOfColumn.entries()) partners[row] = column
  return { partners: withoutZeros(weights, partners), optimal: true }
}

/** Needs at least as many columns as rows. Column 0 and row 0 stand for "none". */
function assignRows(weights: readonly (readonly number[])[]): readonly number[] {
  const columns = weights[0]?.length ?? 0
  const rowPotential = new Float64Array(weights.length + 1)
  const columnPotential = new Float64Array(columns + 1)
  const rowOf = new Int32Array(columns + 1)
  for (let row = 1; row <= weights.length; row += 1) {
    augment(row, weights, { rowPotential, columnPotential, rowOf })
  }
  const partners = Array.from({ length: weights.length }, () => 0)
  for (let column = 1; column <= columns; column += 1) {
    const row = rowOf[column] ?? 0
    if (row > 0) partners[row - 1] = column - 1
  }
  return partners
}

type Potentials = { rowPotential: Float64Array; columnPotential: Float64Array; rowOf: Int32Array }

/** Assigns one more row along the cheapest path of columns that change rows (Dijkstra on reduced costs). */
function augment(start: number, weights: readonly (readonly number[])[], state: Potentials): void {
  const { rowPotential, columnPotential, rowOf } = state
  const cheapest = new Float64Array(rowOf.length).fill(Infinity)
  const cameFrom = new Int32Array(rowOf.length)
  const settled = new Uint8Array(rowOf.length)
  rowOf[0] = start
  let column = 0
  do {
    settled[column] = 1
    const row = rowOf[column] ?? 0
    const rowWeights = weights[row - 1] ?? []
    let step = Infinity
    let next = 0
    for (let other = 1; other < rowOf.length; other += 1) {
      if (settled[other] === 1) continue
      const reduced = -(rowWeights[other - 1] ?? 0) - (rowPotential[row] ?? 0) - (columnPotential[other] ?? 0)
      if (reduced < (cheapest[other] ?? 0)) {
        cheapest[other] = reduced
        cameFrom[other] = column
      }
      if ((cheapest[other] ?? 0) < step) {
        step = cheapest[other] ?? 0
        next = other
      }
    }
    for (let other = 0; other < rowOf.length; other += 1) {
      if (settled[other] === 1) {
        rowPotential[rowOf[other] ?? 0]! += step
        columnPotential[other]! -= step
      } else {
        cheapest[other]! -= step
      }
    }
    column = next
  } while (rowOf[column] !== 0)
  while (column !== 0) {
    const previous = cameFrom[column] ?? 0
    rowOf[column] = rowOf[previous] ?? 0
    column = previous
  }
}

function withoutZeros(
  weights: readonly (readonly number[])[],
  partners: readonly (number | undefined)[],
): readonly (number | undefined)[] {
  return partners.map((column, row) => (column !== undefined && (weights[row]?.[column] ?? 0) > 0 ? column : undefined))
}

function transposed(weights: readonly (readonly number[])[], columns: number): readonly (readonly number[])[] {
  return Array.from({ length: columns }, (_, column) => weights.map((row) => row[column] ?? 0))
}

function assignGreedily(weights: readonly (readonly number[])[]): readonly (number | undefined)[] {
  const taken = new Set<number>()
  return weights.map((row) => {
    let best: number | undefined
    for (const [column, weight] of row.entries()) {
      if (weight > (best === undefined ? 0 : (row[best] ?? 0)) && !taken.has(column)) best = column
    }
    if (best !== undefined) taken.add(best)
    return best
  })
}
