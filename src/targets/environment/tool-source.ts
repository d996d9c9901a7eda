import type { Account, EvalCase, JsonObject } from '../../core/index.ts'

/** A call of a tool that somebody is to answer. */
export type RequestedCall = {
  readonly name: string
  readonly args: JsonObject
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

export type OpenSourceOptions = {
  readonly account?: Account
  /** Which repeat of the case it is, from 0 (0). */
  readonly repeat?: number
}

/**
 * Answers tool calls in place of the world: with declared replies, a model, a recording. `open` is called for one
 * conversation, so that nothing is shared between cases, and gives undefined when there is nothing in this case that the
 * source would answer.
 *
 * @example
 * const sunny: ToolSource = {
 *   open: () => ({ answer: async ({ name }, next) => (name === 'get_weather' ? { degrees: 34 } : next()) }),
 * }
 */
export interface ToolSource {
  /** The model that makes the answers, where one does, for the estimate before a run. */
  readonly model?: string
  /** Whether a conversation that was cut off can go on in a new process. One that remembers things begins anew instead. */
  readonly continues?: boolean
  /**
   * For one conversation: what a source remembers is never shared between cases. A model is put on the `account`.
   *
   * @returns undefined when there is nothing in this case that it would answer
   */
  open(evalCase: EvalCase, options?: OpenSourceOptions): OpenToolSource | undefined
}

export interface OpenToolSource {
  /** @param next asks the sources behind this one, and in the end the real tool */
  answer(call: RequestedCall, next: () => Promise<unknown>): Promise<unknown>
  /** Called before each exchange, which may fail and be tried again. */
  attempt?(): ToolAttempt
  /** The conversation is over. */
  close?(): Promise<void>
}

/** What a source has to do about an exchange in which it answered. */
export type ToolAttempt = {
  /** The exchange failed: nothing of it happened. */
  readonly undo?: () => void
  /** The exchange counts; it is not over before this is done. */
  readonly keep?: () => Promise<void>
}
