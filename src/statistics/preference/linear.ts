/** The inverse of a small symmetric positive matrix (Gauss and Jordan, with pivots). */
export function inverse(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const size = matrix.length
  const rows = matrix.map((row, index) => [...row, ...matrix.map((_, column) => (column === index ? 1 : 0))])
  for (let pivot = 0; pivot < size; pivot += 1) {
    const best = rows.findIndex(
      (row, index) =>
        index >= pivot && rows.slice(pivot).every((other) => Math.abs(other[pivot] ?? 0) <= Math.abs(row[pivot] ?? 0)),
    )
    const chosen = rows[best] ?? []
    rows[best] = rows[pivot] ?? []
    const scaled = chosen.map((cell) => cell / (chosen[pivot] ?? 1))
    rows[pivot] = scaled
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue
      const factor = row[pivot] ?? 0
      rows[index] = row.map((cell, column) => cell - factor * (scaled[column] ?? 0))
    }
  }
  return rows.map((row) => row.slice(size))
}

/** For each node of a graph, the number of the group of nodes that lead to each other; few nodes, so reached one by one. */
export function strongGroups(next: readonly ReadonlySet<number>[]): readonly number[] {
  const reached = next.map((_, start) => reachedFrom(start, next))
  const groups: number[] = []
  let count = 0
  for (const [node, own] of reached.entries()) {
    const earlier = groups.findIndex((_, other) => own.has(other) && reached[other]?.has(node) === true)
    groups.push(earlier === -1 ? count : (groups[earlier] ?? 0))
    if (earlier === -1) count += 1
  }
  return groups
}

function reachedFrom(start: number, next: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const seen = new Set([start])
  for (const node of seen) for (const other of next[node] ?? []) seen.add(other)
  return seen
}
