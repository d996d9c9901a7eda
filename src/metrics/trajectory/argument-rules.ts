import { type ArgumentDifference, type JsonObject, EvalError, message } from '../../core/index.ts'
import { type ArgumentMatcher, type MatchArgument, argumentMatch } from './argument-matchers.ts'
import { parsePath, pathInside } from './argument-path.ts'
import { differences } from './deep-equal.ts'

/** A tree of matchers by path: `steps` are keys and indexes, `anyStep` is `*`. A node has either a matcher or steps. */
export type ArgumentRules = {
  readonly match: MatchArgument | undefined
  readonly steps: ReadonlyMap<string, ArgumentRules>
  readonly anyStep: ArgumentRules | undefined
}

export function argumentRules(matchers: Readonly<Record<string, ArgumentMatcher>>): ArgumentRules {
  const root = emptyNode()
  for (const [path, matcher] of Object.entries(matchers)) {
    let node = root
    for (const step of parsePath(path)) {
      assertOpen(node, path)
      node = step === undefined ? (node.anyStep ??= emptyNode()) : stepInto(node, step)
    }
    if (node.steps.size > 0 || node.anyStep !== undefined) throw overlap(path)
    node.match = argumentMatch(matcher)
  }
  return root
}

function hasRules(rules: ArgumentRules): boolean {
  return rules.match !== undefined || rules.steps.size > 0 || rules.anyStep !== undefined
}

/** Returns the rules inside one key or index of a value. Values further down inherit the rule of `*`. */
export function rulesInside(rules: ArgumentRules, step: string): ArgumentRules {
  const own = rules.steps.get(step)
  if (own === undefined) return rules.anyStep ?? NO_RULES
  const inherited = rules.anyStep
  if (own.match !== undefined || own.anyStep !== undefined || inherited?.match === undefined) return own
  return { ...own, anyStep: inherited }
}

/** Returns the differences between two argument objects under the rules; paths without a rule are compared exactly. */
export function differencesUnder(
  rules: ArgumentRules,
  expected: unknown,
  actual: unknown,
  path = '',
): ArgumentDifference[] {
  if (rules.match !== undefined) return rules.match(expected, actual, path)
  if (!hasRules(rules) || !areAlike(expected, actual)) return differences(expected, actual, { path })
  return stepsOf(expected, actual).flatMap((step) =>
    differencesUnder(
      rulesInside(rules, String(step)),
      valueAt(expected, step),
      valueAt(actual, step),
      pathInside(path, step),
    ),
  )
}

type Node = { match: MatchArgument | undefined; steps: Map<string, Node>; anyStep: Node | undefined }

const NO_RULES: ArgumentRules = emptyNode()

function emptyNode(): Node {
  return { match: undefined, steps: new Map(), anyStep: undefined }
}

function stepInto(node: Node, step: string): Node {
  const next = node.steps.get(step) ?? emptyNode()
  node.steps.set(step, next)
  return next
}

function assertOpen(node: Node, path: string): void {
  if (node.match !== undefined) throw overlap(path)
}

function overlap(path: string): EvalError {
  return new EvalError('config', message('There is a matcher for {path} and one for what it is part of', { path }), {
    hint: message('Remove one of them: a matcher decides about all that is inside its argument.'),
  })
}

function areAlike(expected: unknown, actual: unknown): boolean {
  return isContainer(expected) && isContainer(actual) && Array.isArray(expected) === Array.isArray(actual)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function stepsOf(expected: unknown, actual: unknown): readonly (string | number)[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => index)
  }
  return [...new Set([expected, actual].filter(isContainer).flatMap((container) => Object.keys(container)))]
}

function valueAt(container: unknown, step: string | number): unknown {
  if (!isContainer(container) || !Object.hasOwn(container, step)) return undefined
  return (container as JsonObject)[step]
}
