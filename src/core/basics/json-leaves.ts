/**
 * Returns the texts and numbers in a JSON value, in order; an integer beyond 2^53 is returned as its digits. It does
 * not recurse, since agents may return values nested deeper than the call stack allows.
 *
 * @example jsonLeaves({ id: 'A', sizes: [1, { of: 2 }], is: true }) // ['A', 1, 2]
 */
export function jsonLeaves(value: unknown): readonly (string | number)[] {
  const leaves: (string | number)[] = []
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' || typeof next === 'number') leaves.push(next)
    else if (typeof next === 'bigint') leaves.push(String(next))
    else if (typeof next === 'object' && next !== null)
      for (const part of Object.values(next).toReversed()) left.push(part)
  }
  return leaves
}
