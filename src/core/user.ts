import type { UserCost } from './run/case-result.ts'
import type { EvalCase } from './eval-case.ts'
import type { Content, Invocation } from './invocation.ts'

/**
 * Describes what a user does next: say something, or stop. `content` beside a stop is a last message: it is said, and then
 * the conversation ends.
 *
 * @example const turn: UserTurn = { status: 'stop', reason: 'stop-signal', content: { parts: [{ text: 'Thanks!' }] } }
 */
export type UserTurn =
  | { readonly status: 'message'; readonly content: Content }
  | {
      readonly status: 'stop'
      /** `script-done` is the end of a written conversation; the others are stored as the transcript's `ending`. */
      readonly reason: 'script-done' | 'stop-signal' | 'turn-limit'
      readonly content?: Content
    }

/**
 * Talks to the agent under evaluation, whatever target that is. `converse` throws an `EvalError` when it cannot play the
 * case.
 *
 * @example
 * const why: UserTurn = { status: 'message', content: { parts: [{ text: 'Why?' }] } }
 * const insistent: User = {
 *   name: 'insistent',
 *   converse: () => ({
 *     next: async ({ length }) => (length > 2 ? { status: 'stop', reason: 'turn-limit' } : why),
 *   }),
 * }
 */
export interface User {
  readonly name: string
  /** Starts the user's side of one conversation. @throws {EvalError} when it cannot play this case */
  converse(evalCase: EvalCase): UserTurns
}

export interface UserTurns {
  /**
   * @param history the exchanges so far, including those of an interrupted run
   * @throws any error that keeps the user from speaking; the agent is not blamed for it
   */
  next(history: readonly Invocation[], signal: AbortSignal): Promise<UserTurn>
  /** The cost of the user's model in this process; absent when there is no model. */
  spent?(): UserCost | undefined
}
