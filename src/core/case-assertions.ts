import type { EvalCase } from './eval-case.ts'
import type { ToolCall } from './invocation.ts'
import type { JsonObject } from './basics/json.ts'
import type { Transcript } from './run/case-result.ts'

/** What a function of a case hears beside the answer. */
export type CheckContext = {
  /** The answers of all turns so far, the checked one last. */
  readonly answers: readonly string[]
  /**
   * The tool calls of the turn, or of all turns where the function stands at the case.
   *
   * @throws {UnknownEvidence} where nobody knows them, so that the function decides nothing
   */
  readonly calls: readonly ToolCall[]
  /** The session's state after the turn, where the agent tells it. */
  readonly state: JsonObject | undefined
  readonly transcript: Transcript
  readonly evalCase: EvalCase
  readonly signal?: AbortSignal
}

/**
 * A function of a case: true or false, a number from 0 to 1, or `{ score, reason, passed }`. A failed assertion that it throws
 * is a no with its reason.
 */
export type CaseCheck = (answer: string, context: CheckContext) => unknown

/** A function of a case, by the name that reports call it by. */
export type NamedCheck = { readonly name: string; readonly check: CaseCheck }

/** What is asserted of one turn and cannot be written down as a reference. */
export type TurnAssertions = { readonly pattern?: RegExp | undefined; readonly checks?: readonly NamedCheck[] }

/** What a case written in code asserts beyond what a reference can hold. It never reaches a file: a store has its text. */
export type CaseAssertions = {
  /** By turn. */
  readonly turns: readonly TurnAssertions[]
  /** Tool calls of the whole conversation, where it has several turns. */
  readonly calls?: readonly ToolCall[] | undefined
  readonly checks: readonly NamedCheck[]
}

// Symbols go along wherever a case is copied, and into no JSON.
const asserted = Symbol('asserted')

type Asserting = { readonly [asserted]?: CaseAssertions }

/** The case with what it asserts. */
export function withAssertions(evalCase: EvalCase, assertions: CaseAssertions): EvalCase {
  return { ...evalCase, [asserted]: assertions } as EvalCase
}

/** What a case written in code asserts; undefined for cases out of files. */
export function assertionsOf(evalCase: EvalCase): CaseAssertions | undefined {
  return (evalCase as Asserting)[asserted]
}
