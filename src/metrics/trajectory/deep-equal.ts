import { isObject } from '../../core/basics/is-object.ts'
import type { ArgumentDifference } from '../../core/index.ts'
import { pathInside } from './argument-path.ts'
import { assign } from './assignment.ts'

/**
 * Compares two JSON values: the order of keys does not matter, that of lists does; `1` equals `1.0`; neither a text nor
 * `true` equals a number (in Python, and so in ADK, `true` does); null is not absent; integers are exact, also `bigint`
 * against `number`; NaN equals nothing. A key whose value is undefined is absent.
 */
export function deepEqual(expected: unknown, actual: unknown): boolean {
  return differences(expected, actual, { limit: 1 }).length === 0
}

type DifferenceOptions = {
  /** Lets `actual` have more keys, and more elements of a list in any order; no element counts twice. */
  readonly subset?: boolean
  /** The path of the values themselves, with which all paths begin. */
  readonly path?: string
  readonly limit?: number
}

/** Returns the differences between two JSON values in the order of writing; each omits the side that is absent. */
export function differences(expected: unknown, actual: unknown, options: DifferenceOptions = {}): ArgumentDifference[] {
  const root = { path: options.path ?? '', expected: asJson(expected), actual: asJson(actual), depth: 0 }
  return walk(root, options.subset === true, options.limit ?? 50)
}

type Pair = {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
  readonly depth: number
  /** The enclosing pair that is reported in place of this one. */
  readonly told?: Pair
}

/** Deeper differences are reported at this depth, and lists of a subset are compared by position there. */
const DEEPEST_PATH = 64

/** Uses a stack of its own, because arguments may be nested deeper than the call stack allows. */
function walk(root: Pair, subset: boolean, limit: number): ArgumentDifference[] {
  const found = new Map<string, ArgumentDifference>()
  const stack: Pair[] = [root]
  for (let pair = stack.pop(); pair !== undefined && found.size < limit; pair = stack.pop()) {
    if (pair.expected === undefined && (subset || pair.actual === undefined)) continue
    const inside = pairsInside(pair, subset)
    if (inside !== undefined) pushReversed(stack, inside)
    else if (!scalarsEqual(pair.expected, pair.actual))
      found.set((pair.told ?? pair).path, differenceOf(pair.told ?? pair))
  }
  return [...found.values()]
}

function pairsInside(pair: Pair, subset: boolean): readonly Pair[] | undefined {
  const { expected, actual } = pair
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return subset && pair.depth < DEEPEST_PATH
      ? elementsNotFound(pair, expected, actual)
      : elementPairs(pair, expected, actual)
  }
  if (!isObject(expected) || !isObject(actual)) return undefined
  const keys = subset ? Object.keys(expected) : new Set([...Object.keys(expected), ...Object.keys(actual)])
  return [...keys].map((key) => childPair(pair, key, valueOf(expected, key), valueOf(actual, key)))
}

function elementPairs(pair: Pair, expected: readonly unknown[], actual: readonly unknown[]): readonly Pair[] {
  const length = Math.max(expected.length, actual.length)
  return Array.from({ length }, (_, index) => childPair(pair, index, expected[index], actual[index]))
}

function elementsNotFound(pair: Pair, expected: readonly unknown[], actual: readonly unknown[]): readonly Pair[] {
  const weights = expected.map((wanted) =>
    actual.map((offered) => {
      const elements = { path: '', expected: asJson(wanted), actual: asJson(offered), depth: pair.depth + 1 }
      return walk(elements, true, 1).length === 0 ? 1 : 0
    }),
  )
  const { partners } = assign(weights)
  return expected.flatMap((wanted, index) =>
    partners[index] === undefined ? childPair(pair, index, wanted, undefined) : [],
  )
}

function childPair(parent: Pair, step: string | number, expected: unknown, actual: unknown): Pair {
  const told = parent.told ?? (parent.depth >= DEEPEST_PATH ? parent : undefined)
  return {
    path: told === undefined ? pathInside(parent.path, step) : told.path,
    expected: asJson(expected),
    actual: asJson(actual),
    depth: parent.depth + 1,
    ...(told === undefined ? {} : { told }),
  }
}

/** Spreading a long list into `push` would overflow the call stack. */
function pushReversed(stack: Pair[], pairs: readonly Pair[]): void {
  for (const pair of pairs.toReversed()) stack.push(pair)
}

function differenceOf({ path, expected, actual }: Pair): ArgumentDifference {
  return {
    path,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  }
}

function scalarsEqual(expected: unknown, actual: unknown): boolean {
  // Loose equality compares bigint and number by their exact values.
  if (isNumeric(expected) && isNumeric(actual)) return expected == actual
  return expected === actual
}

export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function valueOf(container: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(container, key) ? container[key] : undefined
}

/** Agents in this process may return dates and the like, whose own keys do not distinguish them. */
function asJson(value: unknown): unknown {
  return isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value
}
