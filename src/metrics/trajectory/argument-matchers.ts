import { z } from 'zod'
import { type ArgumentDifference, EvalError, message } from '../../core/index.ts'
import { deepEqual, differences, isNumeric } from './deep-equal.ts'

const RegexMatcher = z.strictObject({
  match: z.literal('regex'),
  pattern: z.string(),
  // Flags g and y would make the pattern remember its last match.
  flags: z
    .string()
    .regex(/^[imsuv]*$/u)
    .optional(),
})
const OneOfMatcher = z.strictObject({ match: z.literal('one-of'), values: z.array(z.unknown()).min(1) })
const RangeMatcher = z.strictObject({
  match: z.literal('range'),
  min: z.number().optional(),
  max: z.number().optional(),
})
const NumberMatcher = z.strictObject({
  match: z.literal('number'),
  tolerance: z.number().nonnegative().optional(),
  relative: z.number().nonnegative().optional(),
})
const NamedMatcher = z.enum(['exact', 'ignore', 'text', 'subset', 'superset'])

export const ValueMatcher = z.discriminatedUnion('match', [RegexMatcher, OneOfMatcher, RangeMatcher])
export type ValueMatcher = z.infer<typeof ValueMatcher>

/**
 * The way in which an argument is compared.
 *
 * - `exact` (what is done without a matcher) and `ignore`
 * - `text`: as text without regard to case, width (NFKC) and white space
 * - `subset`: the expected value is a subset of the agent's, which may have more keys, and more elements in any order
 * - `superset`: the reverse, so the agent may leave out but not add
 * - `number`: at most `tolerance` away, or `relative` times the expected number
 * - `regex`: the agent's text or number has a match (flags `u` unless given); texts over 10,000 characters have none,
 *   because some patterns take forever on long ones
 * - `one-of`, `range`: the agent's value is one of `values`, or a number from `min` to `max`
 */
export const ArgumentMatcher = z.union([
  NamedMatcher,
  z.discriminatedUnion('match', [
    z.strictObject({ match: NamedMatcher }),
    NumberMatcher,
    RegexMatcher,
    OneOfMatcher,
    RangeMatcher,
  ]),
])
export type ArgumentMatcher = z.infer<typeof ArgumentMatcher>

/**
 * Matchers by tool and path of the argument. `*` stands for every tool, and for every argument without a more specific
 * path. The matchers of tool `*` also apply to a named tool, unless it names the same path.
 *
 * @example { book: { nights: { match: 'number', tolerance: 1 }, note: 'ignore' }, '*': { '*': 'text' } }
 */
export const ArgumentMatchers = z.record(z.string(), z.record(z.string(), ArgumentMatcher))
export type ArgumentMatchers = z.infer<typeof ArgumentMatchers>

/** Returns the differences between two values; an absent side is undefined. */
export type MatchArgument = (expected: unknown, actual: unknown, path: string) => ArgumentDifference[]

export const ignoreArgument: MatchArgument = () => []

/** @throws {EvalError} `config` when a pattern is not a regular expression */
export function argumentMatch(matcher: ArgumentMatcher): MatchArgument {
  const rule = typeof matcher === 'string' ? { match: matcher } : matcher
  switch (rule.match) {
    case 'exact':
      return (expected, actual, path) => differences(expected, actual, { path })
    case 'ignore':
      return ignoreArgument
    case 'subset':
      return (expected, actual, path) => differences(expected, actual, { path, subset: true })
    case 'superset':
      return (expected, actual, path) => differences(actual, expected, { path, subset: true }).map(turned)
    case 'text':
      return whole((expected, actual) => sameText(expected, actual))
    case 'number':
      return whole((expected, actual) => isNear(expected, actual, rule))
    default: {
      const matches = valueMatch(rule)
      return whole((_expected, actual) => matches(actual))
    }
  }
}

/** @throws {EvalError} `config` when a pattern is not a regular expression */
export function valueMatch(rule: ValueMatcher): (actual: unknown) => boolean {
  switch (rule.match) {
    case 'regex': {
      const pattern = compilePattern(rule.pattern, rule.flags ?? 'u')
      return (actual) => hasMatch(pattern, actual)
    }
    case 'one-of':
      return (actual) => actual !== undefined && rule.values.some((value) => deepEqual(value, actual))
    case 'range':
      return (actual) => isNumeric(actual) && actual >= (rule.min ?? -Infinity) && actual <= (rule.max ?? Infinity)
  }
}

function whole(matches: (expected: unknown, actual: unknown) => boolean): MatchArgument {
  return (expected, actual, path) =>
    matches(expected, actual)
      ? []
      : [{ path, ...(expected === undefined ? {} : { expected }), ...(actual === undefined ? {} : { actual }) }]
}

function turned({ path, ...sides }: ArgumentDifference): ArgumentDifference {
  return {
    path,
    ...('actual' in sides ? { expected: sides.actual } : {}),
    ...('expected' in sides ? { actual: sides.expected } : {}),
  }
}

function sameText(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return deepEqual(expected, actual)
  return normalized(expected) === normalized(actual)
}

function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/gu, ' ')
}

function isNear(expected: unknown, actual: unknown, rule: z.infer<typeof NumberMatcher>): boolean {
  if (deepEqual(expected, actual)) return true
  if (!isNumeric(expected) || !isNumeric(actual)) return false
  const allowed = Math.max(rule.tolerance ?? 0, (rule.relative ?? 0) * Math.abs(Number(expected)))
  if (typeof expected === 'bigint' && typeof actual === 'bigint') return Math.abs(Number(actual - expected)) <= allowed
  const [from, to] = [Number(expected), Number(actual)]
  // In floating point 0.4 is a little more than 0.1 away from 0.3.
  const rounding = allowed === 0 ? 0 : 2 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to))
  return Math.abs(to - from) <= allowed + rounding
}

const LONGEST_TEXT = 10_000

function hasMatch(pattern: RegExp, actual: unknown): boolean {
  if (typeof actual !== 'string' && typeof actual !== 'boolean' && !isNumeric(actual)) return false
  const text = String(actual)
  return text.length <= LONGEST_TEXT && pattern.test(text)
}

function compilePattern(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new EvalError('config', message('The pattern {pattern} is not a regular expression', { pattern }), {
      hint: message('{problem}. In JSON a backslash is written twice.', { problem: cause.message }),
      cause,
    })
  }
}
