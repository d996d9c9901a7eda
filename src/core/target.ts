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
  /** The exchanges of an interrupted run, for targets that set `continues`. */
  readonly history?: readonly Invocation[]
  /** Records the cost of models that stand in for the agent's surroundings; not that of the user's own agent. */
  readonly account?: Account
  /** The repeat of the case, from 0. */
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
  /** Describes an agent that was recognised by its framework, for the line that names the agent. */
  readonly seen?: Message
  /** True when `open` can continue from a history. Otherwise an interrupted conversation starts anew. */
  readonly continues?: boolean
  /** True when it replays a recording, which is played to its own end instead of the reference's. */
  readonly recorded?: boolean
  /** Returns the number of exchanges in a recording, for the estimate before a run. */
  readonly recordedTurns?: () => Promise<number>
  /** True when the agent receives the whole case, including the expected answers. */
  readonly seesCase?: boolean
  /** Models that stand in for the agent's surroundings, for the estimate before a run. */
  readonly environmentModels?: readonly string[]
  /** Models of an agent of a pack, which the run pays for. */
  readonly agentModels?: readonly string[]
  /** True when its agent's trace spans are received. */
  readonly receivesSpans?: boolean
  open(evalCase: EvalCase, options: OpenOptions): Promise<Conversation>
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
  /** Returns the exchange in which `say` threw, with what is known of it; undefined when nothing is. */
  unfinished?(): Promise<Invocation | undefined>
  /** Present for agents whose evidence arrives after the answer. */
  readonly completion?: {
    pending(): boolean
    /**
     * Returns the exchanges with the evidence that arrived. Called once, between closing and scoring.
     *
     * @param wait true to wait for expected evidence, false to take what has arrived
     */
    complete(invocations: readonly Invocation[], wait: boolean, signal: AbortSignal): Promise<readonly Invocation[]>
  }
}
