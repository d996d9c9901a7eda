import type { Account, EvalCase, JsonObject } from '../../core/index.ts'

/** A call of a tool that somebody is to answer. */
export type RequestedCall = {
  readonly name: string
  readonly args: JsonObject
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** Answers tool calls in place of the world: with declared replies, a model, a recording. */
export interface ToolSource {
  /** The model that makes the answers, where one does, for the estimate before a run. */
  readonly model?: string
  /** For one conversation: what a source remembers is never shared between cases. A model is put on the `account`. */
  open(evalCase: EvalCase, options?: { readonly account?: Account }): OpenToolSource
}

export interface OpenToolSource {
  /** @param next asks the sources behind this one, and in the end the real tool */
  answer(call: RequestedCall, next: () => Promise<unknown>): Promise<unknown>
  /** Called before each exchange, which may fail and be tried again. */
  attempt?(): ToolAttempt
}

/** What a source has to do about an exchange in which it answered. */
export type ToolAttempt = {
  /** The exchange failed: nothing of it happened. */
  readonly undo?: () => void
  /** The exchange counts. */
  readonly keep?: () => Promise<void>
}
