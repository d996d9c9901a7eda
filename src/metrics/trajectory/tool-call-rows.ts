import type { ToolCall, ToolCallRow } from '../../core/index.ts'
import { alignInOrder } from './align-in-order.ts'
import { assign } from './assignment.ts'
import type { ArgumentComparison } from './compare-arguments.ts'

type Calls = { readonly expected: readonly ToolCall[]; readonly actual: readonly ToolCall[] }
type ToolCallRowsOptions = { readonly comparison: ArgumentComparison; readonly ordered: boolean }
type Partners = readonly (number | undefined)[]

/**
 * Pairs two lists of calls for display: equal calls first, then calls of the same tool by how many of their arguments
 * are right, then the rest. The rows follow the expected calls; an unexpected call stands where it was made.
 */
export function toolCallRows(calls: Calls, options: ToolCallRowsOptions): ToolCallRow[] {
  const weights = likenesses(calls, options.comparison)
  const inOrder = options.ordered ? alignInOrder(weights).partners : weights.map(() => undefined)
  const outOfOrder = assign(withoutPaired(weights, inOrder)).partners
  const partners = inOrder.map((column, row) => column ?? outOfOrder[row])
  const rows = calls.expected.map((expected, row) => {
    const partner = partners[row]
    const actual = partner === undefined ? undefined : calls.actual[partner]
    return rowOf(expected, actual, { ...options, displaced: options.ordered && inOrder[row] === undefined })
  })
  return withExtraCalls(rows, partners, calls.actual)
}

/** Weights are 3 for an equal call, 1 to 2 for one of the same tool, 0 for another tool. */
function likenesses(calls: Calls, comparison: ArgumentComparison): readonly (readonly number[])[] {
  return calls.expected.map((expected) =>
    calls.actual.map((actual) => {
      if (expected.name !== actual.name) return 0
      if (comparison.differences(expected, actual).length === 0) return 3
      return 1 + comparison.credit(expected, actual)
    }),
  )
}

function withoutPaired(weights: readonly (readonly number[])[], partners: Partners): readonly (readonly number[])[] {
  const taken = new Set(partners)
  return weights.map((row, index) =>
    row.map((weight, column) => (partners[index] !== undefined || taken.has(column) ? 0 : weight)),
  )
}

function rowOf(
  expected: ToolCall,
  actual: ToolCall | undefined,
  { comparison, displaced }: ToolCallRowsOptions & { readonly displaced: boolean },
): ToolCallRow {
  if (actual === undefined) return { verdict: 'missing', expected }
  const differences = comparison.differences(expected, actual)
  if (differences.length > 0) return { verdict: 'wrong-args', expected, actual, differences }
  return { verdict: displaced ? 'wrong-order' : 'matched', expected, actual }
}

function withExtraCalls(rows: readonly ToolCallRow[], partners: Partners, actual: readonly ToolCall[]): ToolCallRow[] {
  const taken = new Set(partners)
  const result: ToolCallRow[] = []
  let position = 0
  const showExtraBefore = (end: number) => {
    for (; position < end; position += 1) {
      const call = actual[position]
      if (call !== undefined && !taken.has(position)) result.push({ verdict: 'extra', actual: call })
    }
  }
  for (const [index, row] of rows.entries()) {
    showExtraBefore(partners[index] ?? 0)
    result.push(row)
  }
  showExtraBefore(actual.length)
  return result
}
