/** The rows that are not hidden, when each folded row hides so many of those below it. */
export function visibleRows(total: number, folded: ReadonlyMap<number, number>): readonly number[] {
  const rows: number[] = []
  for (let row = 0; row < total; row += 1 + (folded.get(row) ?? 0)) rows.push(row)
  return rows
}

/** The place of a row among those that are not hidden; a hidden row is at the place of the one that hides it. */
export function placeOfRow(row: number, visible: readonly number[]): number {
  return visible.findLastIndex((one) => one <= row)
}
