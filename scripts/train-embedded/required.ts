/** A set that training cannot do without. */
export function required<Rows>(rows: Rows | undefined, name: string): Rows {
  if (rows === undefined) throw new Error(`The data folder has no ${name}`)
  return rows
}
