import { type Message, message as toMessage, toEnglish } from './message.ts'

/**
 * The kind of an error; the CLI turns it into an exit code (see `docs/exit-codes.md`).
 *
 * - `usage`, `config`, `format`, `target`: something that was given is wrong
 * - `store`, `environment`: the machine does not let us
 * - `agent`, `timeout`: the agent under evaluation failed on one case
 * - `judge`: a judge or its model failed
 * - `cancelled`: a person stopped it
 */
export type ErrorCode =
  | 'usage'
  | 'config'
  | 'format'
  | 'target'
  | 'store'
  | 'environment'
  | 'agent'
  | 'timeout'
  | 'judge'
  | 'cancelled'

type EvalErrorOptions = {
  readonly hint?: Message | string
  readonly cause?: unknown
  /** The place in the user's code that threw, as `thrownStack` gives it. */
  readonly thrownAt?: string | undefined
  /** True when repeating the same request may succeed. */
  readonly retryable?: boolean
  /** Milliseconds that the server asked to wait before the next attempt. */
  readonly retryAfterMs?: number
}

/**
 * Says what went wrong, where, and what to do next, for trouble that we foresaw. Anything else that is thrown is a bug.
 * `message` is English; `sentence` and `hint` can be translated. `retryable` says that the same request may succeed later.
 *
 * @example
 * throw new EvalError('config', message('{file} has no cases', { file: 'weather.csv' }), {
 *   hint: 'Add a row with a question.',
 * })
 */
export class EvalError extends Error {
  readonly code: ErrorCode
  readonly sentence: Message
  readonly hint: Message | undefined
  readonly thrownAt: string | undefined
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, sentence: Message | string, options: EvalErrorOptions = {}) {
    const asMessage = typeof sentence === 'string' ? toMessage('{problem}', { problem: sentence }) : sentence
    super(toEnglish(asMessage), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'EvalError'
    this.code = code
    this.sentence = asMessage
    this.hint = typeof options.hint === 'string' ? toMessage('{hint}', { hint: options.hint }) : options.hint
    this.thrownAt = options.thrownAt
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Thrown when code asks for evidence that nobody recorded: whatever depends on it cannot be decided. */
export class UnknownEvidence extends Error {
  readonly reason: Message

  constructor(reason: Message) {
    super(toEnglish(reason))
    this.name = 'UnknownEvidence'
    this.reason = reason
  }
}
