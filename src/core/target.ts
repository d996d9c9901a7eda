import type { Account } from './run/account.ts'
import type { EvalCase } from './eval-case.ts'
import type { Message } from './basics/message.ts'
import type { Content, Invocation } from './invocation.ts'

/**
 * Tells a target about the session that it opens: `signal` aborts it, and `history` has the exchanges that a killed run
 * already had.
 *
 * @example
 * target.open({ id: 'capital', conversation: [] }, { signal: AbortSignal.timeout(5000), repeat: 1 } satisfies OpenOptions)
 */
export type OpenOptions = {
  readonly signal: AbortSignal
  /** The exchanges that a killed run already had, for targets that can `continue` from them. */
  readonly history?: readonly Invocation[]
  /** For models that stand in for the world around the agent. What somebody's own agent spends is its own business. */
  readonly account?: Account
  /** Which repeat of the case it is, from 0. */
  readonly repeat?: number
}

/**
 * Reaches the agent under evaluation, whatever it is. `open` gives a fresh session for one case; `close` lets go of what
 * all cases shared.
 *
 * @example
 * const echo: Target = {
 *   name: 'echo',
 *   async open() {
 *     return { say: async (userContent) => ({ userContent, finalResponse: userContent }), close: async () => {} }
 *   },
 * }
 */
export interface Target {
  readonly name: string
  /** What was seen of an agent that somebody else's framework made, for the line that says who is asked. */
  readonly seen?: Message
  /** Whether `open` can go on from a history. Otherwise a conversation that was cut off begins anew. */
  readonly continues?: boolean
  /** Whether it replays what already happened: then it is played to its own end, not to the reference's. */
  readonly recorded?: boolean
  /** How many exchanges a replay has in all, for the estimate before a run. */
  readonly recordedTurns?: () => Promise<number>
  /** Whether it gets to see the whole case, what is expected of the agent too. */
  readonly seesCase?: boolean
  /** The models that stand in for the world around the agent, for the estimate before a run. */
  readonly environmentModels?: readonly string[]
  /** The models that an agent that ships asks on the run's account. */
  readonly agentModels?: readonly string[]
  /** Whether spans are received of its agent. */
  readonly receivesSpans?: boolean
  /** A fresh session for one case. */
  open(evalCase: EvalCase, options: OpenOptions): Promise<Conversation>
  /** Lets go of what all cases shared. */
  close?(): Promise<void>
}

/**
 * Holds one session with the agent. `say` gives the exchange, or undefined when the agent has no more to say; it throws an
 * `EvalError` with `retryable` set when saying it again is safe and may help.
 *
 * @example
 * const silent: Conversation = { say: async (userContent) => ({ userContent }), close: async () => {} }
 */
export interface Conversation {
  /**
   * @returns the exchange, or undefined when the agent has no more to say (recorded transcripts that ended early)
   * @throws {EvalError} with `retryable` set when saying it again is safe and may help
   */
  say(userContent: Content, signal: AbortSignal): Promise<Invocation | undefined>
  close(): Promise<void>
  /** For agents of whose exchanges more comes to light after they were answered. */
  readonly completion?: {
    /** Whether more is expected. */
    pending(): boolean
    /**
     * The exchanges with what came. Asked once, when the conversation is closed and before anybody scores it.
     *
     * @param wait whether to wait for what is expected, or to take what is there
     */
    complete(invocations: readonly Invocation[], wait: boolean, signal: AbortSignal): Promise<readonly Invocation[]>
  }
}
