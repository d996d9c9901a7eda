/** Counts of each pair of answers: rows are the first rater's classes, columns the second's. */
export type AgreementMatrix = readonly (readonly number[])[]

export function sharesOf(matrix: AgreementMatrix) {
  const n = sum(matrix.flat())
  const shares = matrix.map((row) => row.map((count) => count / n))
  const first = shares.map(sum)
  const second = matrix.map((_row, index) => sum(shares.map((row) => at(row, index))))
  const agreed = sum(matrix.map((row, index) => at(row, index)))
  return { n, shares, first, second, agreed, observed: agreed / n }
}

/** Returns the agreement that two independent raters with these shares reach by chance. */
export function chanceAgreement(first: readonly number[], second: readonly number[]): number {
  return sum(first.map((share, index) => share * at(second, index)))
}

export function at(values: readonly number[] | undefined, index: number): number {
  return values?.[index] ?? 0
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
