import { stripVTControlCharacters } from 'node:util'
import { isObject } from '../core/basics/is-object.ts'
import { messageOf } from '../core/basics/message-of.ts'
import {
  type ArgumentDifference,
  type Evidence,
  type Invocation,
  type JsonObject,
  type Message,
  type ToolCall,
  type ToolCallRow,
  UnknownEvidence,
  message,
  responseTextOf,
  toolCallsOf,
} from '../core/index.ts'
import { ARGUMENTS_UNKNOWN, callsOfAll, hasUnknownArguments, whyCallsUnknown } from '../metrics/shared/known-calls.ts'
import { offlineReferenceMatch } from '../compose/metrics/offline-reference-match.ts'
import { differences } from '../metrics/trajectory/deep-equal.ts'

type SatisfyContext = {
  /** The tool calls of the turn. @throws {UnknownEvidence} where they are unknown, which leaves the check undecided */
  readonly calls: readonly ToolCall[]
  /** The answers of all turns so far, this one last. */
  readonly answers: readonly string[]
  /** The session's state after the turn, where the agent reports it. */
  readonly state: JsonObject | undefined
}

/** Fails by a falsy value, a number below 1, a false `passed`, or a throw. Returning undefined passes. */
export type Satisfy = (answer: string, context: SatisfyContext) => unknown

/** The outcome of one check; without a reason it passed. */
export type CheckOutcome = { readonly reason?: Message; readonly evidence?: readonly Evidence[] }

export type ChatCheck = (exchanges: readonly Invocation[]) => CheckOutcome | Promise<CheckOutcome>

type ExpectedArgs = Readonly<Record<string, unknown>>

/** Checks for a call of the tool in the last exchange that has at least these arguments. */
export function callCheck(tool: string, args: ExpectedArgs | undefined, isNegated: boolean): ChatCheck {
  const expected: ToolCall = { name: tool, ...(args !== undefined && { args: inWords(args) as JsonObject }) }
  return (exchanges) => {
    const last = lastOf(exchanges)
    const calls = toolCallsOf(last)
    const unknown = callsOfAll([last]) === undefined ? { reason: whyCallsUnknown([last]) } : {}
    if (calls === undefined) return unknown
    const rows = calls.filter(({ name }) => name === tool).map((actual) => rowOf(expected, actual, args ?? {}))
    const matched = rows.filter(({ verdict }) => verdict === 'matched')
    const mayMatch = rows.some(({ actual }) => actual !== undefined && hasUnknownArguments(actual))
    if (matched.length === 0 && mayMatch) return { reason: ARGUMENTS_UNKNOWN }
    if (isNegated) {
      if (matched.length === 0) return unknown
      const forbidden = matched.map(({ actual }): ToolCallRow => ({ verdict: 'forbidden', actual }))
      return { reason: message('{tool} was called', { tool }), evidence: [{ kind: 'tool-calls', rows: forbidden }] }
    }
    if (matched.length > 0) return {}
    const closest = rows.toSorted((a, b) => (a.differences?.length ?? 0) - (b.differences?.length ?? 0)).slice(0, 3)
    if (closest.length > 0) {
      const reason = message('{tool} was called with other arguments', { tool })
      return { reason, evidence: [{ kind: 'tool-calls', rows: closest }] }
    }
    const others = calls.map((actual): ToolCallRow => ({ verdict: 'extra', actual }))
    const reason = message('{tool} was not called', { tool })
    return { reason, evidence: [{ kind: 'tool-calls', rows: [{ verdict: 'missing', expected }, ...others] }] }
  }
}

function rowOf(expected: ToolCall, actual: ToolCall, args: ExpectedArgs): ToolCallRow {
  const found = Object.entries(args).flatMap(([path, value]) => differencesOf(value, actual.args?.[path], path))
  return found.length === 0
    ? { verdict: 'matched', expected, actual }
    : { verdict: 'wrong-args', expected, actual, differences: found }
}

/** RegExps and the asymmetric matchers of test runners match several values. */
function differencesOf(expected: unknown, actual: unknown, path: string): readonly ArgumentDifference[] {
  const fits = matcherOf(expected)
  if (fits === undefined) return differences(expected, actual, { path })
  return fits(actual) ? [] : [{ path, expected: inWords(expected), ...(actual !== undefined && { actual }) }]
}

function matcherOf(expected: unknown): ((actual: unknown) => boolean) | undefined {
  if (expected instanceof RegExp) {
    return (actual) => ['string', 'number'].includes(typeof actual) && matches(expected, String(actual))
  }
  if (!isObject(expected) || typeof expected['asymmetricMatch'] !== 'function') return undefined
  return (actual) => (expected as { asymmetricMatch(value: unknown): boolean }).asymmetricMatch(actual)
}

function inWords(value: unknown): unknown {
  if (value instanceof RegExp || matcherOf(value) !== undefined) return String(value)
  if (Array.isArray(value)) return value.map(inWords)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inWords(one)])) : value
}

/** Checks that the answer matches a RegExp, or agrees with a text in numbers, names, dates, units and negation. */
export function answerCheck(expected: string | RegExp, isNegated: boolean): ChatCheck {
  return async (exchanges) => {
    const actual = responseTextOf(lastOf(exchanges)) ?? ''
    const { missed, isOpen = false } =
      expected instanceof RegExp
        ? { missed: patternMissed(expected, actual) }
        : await referenceMissed(expected, lastOf(exchanges))
    if (isNegated) {
      if (missed !== undefined && !isOpen) return {}
      const reason = isOpen ? missed : message('the answer was not to match {expected}', { expected: String(expected) })
      return { ...(reason !== undefined && { reason }), evidence: [{ kind: 'texts', actual }] }
    }
    if (missed === undefined) return {}
    const reference = typeof expected === 'string' ? { expected } : {}
    return { reason: missed, evidence: [{ kind: 'texts', ...reference, actual }] }
  }
}

function patternMissed(pattern: RegExp, actual: string): Message | undefined {
  if (matches(pattern, actual)) return undefined
  return message('the answer does not match {expected}', { expected: String(pattern) })
}

type Missed = { readonly missed: Message | undefined; readonly isOpen?: boolean }

/** Uses the metric of reference answers. A test must decide, so an answer that the metric leaves open fails. */
async function referenceMissed(expected: string, last: Invocation): Promise<Missed> {
  const finalResponse = { role: 'model', parts: [{ text: expected }] }
  const conversation = [{ userContent: last.userContent, finalResponse }]
  const score = await offlineReferenceMatch().score({ id: 'toAnswer', conversation }, { invocations: [last] }, {})
  if (score.status === 'scored') {
    return { missed: score.passed ? undefined : (score.reason ?? message('the answer says something else')) }
  }
  const open = message(
    'words do not tell whether the answer says {expected}: toSatisfy with a text asks a judge, and a RegExp says what has to stand there',
    { expected: JSON.stringify(expected) },
  )
  return { missed: open, isOpen: true }
}

/** Removes the flags `g` and `y`, so that every match starts at the beginning. */
function matches(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')).test(text)
}

export function functionCheck(satisfies: Satisfy, isNegated: boolean): ChatCheck {
  return async (exchanges) => {
    const last = lastOf(exchanges)
    const answers = exchanges.map((exchange) => responseTextOf(exchange) ?? '')
    const context = {
      get calls() {
        return knownCallsOf(last)
      },
      answers,
      state: last.sessionState,
    }
    const evidence: Evidence[] = [{ kind: 'texts', actual: answers.at(-1) }]
    const check = satisfies.name === '' ? sourceOf(satisfies) : satisfies.name
    try {
      const isSatisfied = isYes(await satisfies(answers.at(-1) ?? '', context))
      if (isSatisfied !== isNegated) return {}
      return { reason: message('{check} says {said}', { check, said: String(isSatisfied) }), evidence }
    } catch (error) {
      if (error instanceof UnknownEvidence) return { reason: error.reason, evidence }
      if (isNegated) return {}
      return {
        reason: message('{check} threw: {problem}', { check, problem: stripVTControlCharacters(messageOf(error)) }),
        evidence,
      }
    }
  }
}

/** @throws {UnknownEvidence} where the tool calls are unknown */
export function knownCallsOf(exchange: Invocation): readonly ToolCall[] {
  const calls = callsOfAll([exchange])
  if (calls === undefined) throw new UnknownEvidence(whyCallsUnknown([exchange]))
  return calls
}

function isYes(said: unknown): boolean {
  if (said === undefined) return true
  if (typeof said === 'number') return said >= 1
  if (!isObject(said)) return Boolean(said)
  return typeof said['passed'] === 'boolean' ? said['passed'] : typeof said['score'] !== 'number' || said['score'] >= 1
}

/** Returns the source as written, without the names that Vite puts before imports. */
function sourceOf(satisfies: Satisfy): string {
  return String(satisfies)
    .slice(0, 500)
    .replaceAll(/\(0, ?__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
    .slice(0, 80)
}

function lastOf(exchanges: readonly Invocation[]): Invocation {
  const last = exchanges.at(-1)
  if (last === undefined) throw new Error('nothing was said yet')
  return last
}
