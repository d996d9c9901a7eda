import type { Account, EvalCase, JsonObject } from '../../core/index.ts'

export type RequestedCall = {
  readonly name: string
  readonly args: JsonObject
  /** Aborts when the answer is no longer needed. */
  readonly signal: AbortSignal
}

export type OpenSourceOptions = {
  readonly account?: Account
  /** The repeat of the case, from 0; defaults to 0. */
  readonly repeat?: number
}

/**
 * Answers tool calls in place of real tools: with declared replies, a model, or a recording. `open` is called for each
 * conversation, so that cases share nothing, and returns undefined when the source answers nothing in this case.
 *
 * @example
 * const sunny: ToolSource = {
 *   open: () => ({ answer: async ({ name }, next) => (name === 'get_weather' ? { degrees: 34 } : next()) }),
 * }
 */
export interface ToolSource {
  /** The model that makes the answers, for the estimate before a run. */
  readonly model?: string
  /** True when a new process can continue an interrupted conversation. Sources with a memory must start again. */
  readonly continues?: boolean
  /**
   * Opens the source for one conversation. Calls of models are booked on the `account`.
   *
   * @returns undefined when the source answers nothing in this case
   */
  open(evalCase: EvalCase, options?: OpenSourceOptions): OpenToolSource | undefined
}

export interface OpenToolSource {
  /** @param next calls the next source, and finally the real tool */
  answer(call: RequestedCall, next: () => Promise<unknown>): Promise<unknown>
  /** Called before each exchange, which may fail and be retried. */
  attempt?(): ToolAttempt
  close?(): Promise<void>
}

export type ToolAttempt = {
  readonly undo?: () => void
  /** Called when the exchange succeeded, which waits for it. */
  readonly keep?: () => Promise<void>
}
