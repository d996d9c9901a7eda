import { isObject } from '../../core/basics/is-object.ts'
import { type ArgumentDifference, type ToolCall, EvalError, message, wantedArgsOf } from '../../core/index.ts'
import { hasUnknownArguments } from '../shared/known-calls.ts'
import { ArgumentMatchers, ignoreArgument } from './argument-matchers.ts'
import { type ArgumentRules, argumentRules, differencesUnder, rulesInside } from './argument-rules.ts'

export type ArgumentOptions = {
  /** `unless-stated` compares those of expected calls that state some: a tool that is only named may have any. */
  readonly ignoreArgs?: boolean | 'unless-stated'
  readonly argumentMatchers?: ArgumentMatchers | undefined
  /** For ADK, a call that tells no arguments has none. */
  readonly adkCompat?: boolean
}

export interface ArgumentComparison {
  differences(expected: ToolCall, actual: ToolCall): ArgumentDifference[]
  /** The fraction of the expected arguments that are right; 1 when none are expected. Ignored ones do not count. */
  credit(expected: ToolCall, actual: ToolCall): number
  /** The same comparison, where a call with unknown arguments has the right ones. */
  readonly atBest?: ArgumentComparison
}

/** @throws {EvalError} `config` when a matcher is not readable */
export function compareArguments(options: ArgumentOptions): ArgumentComparison {
  if (options.ignoreArgs === true) return { differences: () => [], credit: () => 1 }
  const rulesFor = rulesByTool(options.argumentMatchers)
  const wantedBy = (given: ToolCall, actual: ToolCall) => {
    const isOnlyNamed = given.args === undefined && given.malformed === undefined
    return isOnlyNamed && options.ignoreArgs === 'unless-stated' ? undefined : asWanted(given, actual)
  }
  const comparison: ArgumentComparison = {
    differences(given, actual) {
      const expected = wantedBy(given, actual)
      if (expected === undefined) return []
      return unreadable(expected, actual) ?? argumentDifferences(rulesFor(expected.name), expected, actual)
    },
    credit(given, actual) {
      const expected = wantedBy(given, actual)
      if (expected === undefined) return 1
      return unreadable(expected, actual) === undefined ? creditOf(rulesFor(expected.name), expected, actual) : 0
    },
  }
  return options.adkCompat === true ? comparison : withAtBest(comparison)
}

export function withAtBest({ differences, credit }: ArgumentComparison): ArgumentComparison {
  const atBest: ArgumentComparison = {
    differences: (expected, actual) => (hasUnknownArguments(actual) ? [] : differences(expected, actual)),
    credit: (expected, actual) => (hasUnknownArguments(actual) ? 1 : credit(expected, actual)),
  }
  return { differences, credit, atBest }
}

/** Replaces each RegExp of a case by the text that it matches; undefined when any arguments will do. */
function asWanted(expected: ToolCall, actual: ToolCall): ToolCall | undefined {
  const wanted = wantedArgsOf(expected)
  if (wanted === undefined) return expected
  if (wanted.args === undefined) return undefined
  return { ...expected, args: matched(wanted.args, actual.args) as Record<string, unknown> }
}

function matched(wanted: unknown, given: unknown): unknown {
  if (wanted instanceof RegExp) {
    const isText = typeof given === 'string' || typeof given === 'number'
    const pattern = new RegExp(wanted.source, wanted.flags.replaceAll(/[gy]/g, ''))
    return isText && pattern.test(String(given)) ? given : String(wanted)
  }
  if (Array.isArray(wanted)) {
    return wanted.map((one, index) => matched(one, Array.isArray(given) ? given[index] : undefined))
  }
  if (!isObject(wanted)) return wanted
  const inside = (name: string) => (isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined)
  return Object.fromEntries(Object.entries(wanted).map(([name, one]) => [name, matched(one, inside(name))]))
}

/** Compares name and arguments; ids do not matter. */
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
  // ADK distinguishes missing arguments from empty ones, but agents and files use both for the same.
  return differencesUnder(rules, expected.args ?? {}, actual.args ?? {})
}

/** Malformed arguments always differ, and are never an error. */
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
