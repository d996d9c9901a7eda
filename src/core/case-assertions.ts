import type { EvalCase } from './eval-case.ts'
import type { ToolCall } from './invocation.ts'
import type { JsonObject } from './basics/json.ts'
import type { Transcript } from './run/case-result.ts'

/** The second argument of a check function; the first is the answer. */
export type CheckContext = {
  /** The final responses of all turns so far, the one being checked last. */
  readonly answers: readonly string[]
  /**
   * The tool calls of the turn, or of all turns for a check on the whole case.
   *
   * @throws {UnknownEvidence} where the calls are unknown, so that the check decides nothing
   */
  readonly calls: readonly ToolCall[]
  /** The session's state after the turn, where the agent reports it. */
  readonly state: JsonObject | undefined
  readonly transcript: Transcript
  readonly evalCase: EvalCase
  readonly signal?: AbortSignal
}

/**
 * A check function of a case. It returns true or false, a number from 0 to 1, or `{ score, reason, passed }`; throwing
 * an assertion error fails the check with that reason.
 */
export type CaseCheck = (answer: string, context: CheckContext) => unknown

export type NamedCheck = { readonly name: string; readonly check: CaseCheck }

/** Assertions on one turn that cannot be expressed as a reference. */
export type TurnAssertions = { readonly pattern?: RegExp | undefined; readonly checks?: readonly NamedCheck[] }

/** Assertions of a case written in code that go beyond its references. They are never written to a file. */
export type CaseAssertions = {
  readonly turns: readonly TurnAssertions[]
  /** Expected tool calls of the whole conversation, where it has several turns. */
  readonly calls?: readonly ToolCall[] | undefined
  readonly checks: readonly NamedCheck[]
}

// A symbol property is copied along with the case but left out of JSON.
const asserted = Symbol('asserted')

type Asserting = { readonly [asserted]?: CaseAssertions }

export function withAssertions(evalCase: EvalCase, assertions: CaseAssertions): EvalCase {
  return { ...evalCase, [asserted]: assertions } as EvalCase
}

/** Returns the assertions of a case written in code; undefined for cases from files. */
export function assertionsOf(evalCase: EvalCase): CaseAssertions | undefined {
  return (evalCase as Asserting)[asserted]
}
