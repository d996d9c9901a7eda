import type { ArgumentDifference, ToolCall } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import { ArgumentMatchers, ignoreArgument } from './argument-matchers.ts'
import type { ArgumentRules } from './argument-rules.ts'
import { argumentRules, differencesUnder, hasRules, rulesInside } from './argument-rules.ts'
import { differences } from './deep-equal.ts'

export type ArgumentOptions = {
  /** Compare names only. */
  readonly ignoreArgs?: boolean
  readonly argumentMatchers?: ArgumentMatchers
}

/** Compares the arguments of two calls of the same tool. */
export interface ArgumentComparison {
  differences(expected: ToolCall, actual: ToolCall): ArgumentDifference[]
  /** The fraction of the expected arguments that the agent got right, 1 when none are expected; ignored ones do not count. */
  credit(expected: ToolCall, actual: ToolCall): number
}

/** @throws {EvalError} `config` when a matcher is not readable */
export function compareArguments(options: ArgumentOptions): ArgumentComparison {
  if (options.ignoreArgs === true) return { differences: () => [], credit: () => 1 }
  const rulesFor = rulesByTool(options.argumentMatchers)
  return {
    differences: (expected, actual) =>
      unreadable(expected, actual) ?? argumentDifferences(rulesFor(expected.name), expected, actual),
    credit: (expected, actual) =>
      unreadable(expected, actual) === undefined ? creditOf(rulesFor(expected.name), expected, actual) : 0,
  }
}

/** Whether two calls are the same: name and arguments; ids do not matter. */
export function sameCall(comparison: ArgumentComparison, expected: ToolCall, actual: ToolCall): boolean {
  return expected.name === actual.name && comparison.differences(expected, actual).length === 0
}

function rulesByTool(matchers: ArgumentMatchers | undefined): (tool: string) => ArgumentRules {
  const parsed = parseMatchers(matchers ?? {})
  const forAll = Object.hasOwn(parsed, '*') ? parsed['*'] : undefined
  const rules = new Map(
    Object.entries(parsed).map(([tool, own]) => [tool, argumentRules(tool === '*' ? own : { ...forAll, ...own })]),
  )
  const others = rules.get('*') ?? argumentRules({})
  return (tool) => (tool === '*' ? others : (rules.get(tool) ?? others))
}

function parseMatchers(matchers: ArgumentMatchers): ArgumentMatchers {
  const parsed = ArgumentMatchers.safeParse(matchers)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join(' → ') ?? ''
  throw new EvalError('config', message('The argument matcher at {path} is not readable', { path }), {
    hint: message('Matchers are {matchers}. They stand under a tool (or *) and a path (or *).', {
      matchers: 'exact, ignore, text, subset, superset, number, regex, one-of, range',
    }),
    cause: parsed.error,
  })
}

function argumentDifferences(rules: ArgumentRules, expected: ToolCall, actual: ToolCall): ArgumentDifference[] {
  // To ADK a call without arguments is not one with an empty list of them. Who writes matchers does not mean that.
  if (!hasRules(rules)) return differences(expected.args, actual.args)
  return differencesUnder(rules, expected.args ?? {}, actual.args ?? {})
}

/** What a model wrote instead of arguments is a difference, never an error and never equal to anything. */
function unreadable(expected: ToolCall, actual: ToolCall): ArgumentDifference[] | undefined {
  if (expected.malformed === undefined && actual.malformed === undefined) return undefined
  return [{ path: '', expected: expected.malformed ?? expected.args, actual: actual.malformed ?? actual.args }]
}

function creditOf(rules: ArgumentRules, expected: ToolCall, actual: ToolCall): number {
  const wanted = Object.entries(expected.args ?? {}).filter(
    ([name]) => rulesInside(rules, name).match !== ignoreArgument,
  )
  if (wanted.length === 0) return 1
  const right = wanted.filter(([name, value]) => {
    const given = actual.args !== undefined && Object.hasOwn(actual.args, name) ? actual.args[name] : undefined
    return differencesUnder(rulesInside(rules, name), value, given, name).length === 0
  })
  return right.length / wanted.length
}
