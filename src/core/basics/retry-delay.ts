import { EvalError } from './errors.ts'
import { message, toEnglish } from './message.ts'

export type RetryOptions = {
  /** Maximum number of attempts, including the first. */
  readonly attempts?: number
  readonly baseDelayMs?: number
  readonly maxDelayMs?: number
  /** When the server asks for a longer wait than this, the error is thrown instead. */
  readonly maxRetryAfterMs?: number
  /** Returns a number in [0, 1). */
  readonly random?: () => number
  /** Rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

type DelayOptions = Omit<RetryOptions, 'sleep'> & Required<Pick<RetryOptions, 'attempts' | 'random'>>

/**
 * Returns the milliseconds to wait before the next attempt: as long as the server asked for, otherwise a random time
 * whose limit doubles with each failure.
 *
 * @throws `error`, when another attempt would not help or was one too many
 */
export function retryDelay(error: unknown, failures: number, options: DelayOptions): number {
  const { attempts, random, baseDelayMs = 500, maxDelayMs = 30_000, maxRetryAfterMs = 300_000 } = options
  if (!(error instanceof EvalError) || !error.retryable || failures >= attempts) throw error
  const { retryAfterMs } = error
  // Jitter keeps calls that failed together from retrying together.
  if (retryAfterMs === undefined) return random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (failures - 1))
  if (retryAfterMs <= maxRetryAfterMs) return retryAfterMs + random() * baseDelayMs
  throw tooLong(error, retryAfterMs, maxRetryAfterMs)
}

function tooLong(error: EvalError, retryAfterMs: number, maxRetryAfterMs: number): EvalError {
  const values = { problem: toEnglish(error.sentence), asked: minutes(retryAfterMs), limit: minutes(maxRetryAfterMs) }
  return new EvalError(
    error.code,
    message('{problem}; it asked to wait {asked} min, the limit is {limit} min', values),
    {
      hint: error.hint ?? message('Try again when that time is over'),
      retryAfterMs,
      cause: error,
    },
  )
}

function minutes(milliseconds: number): number {
  return Number((milliseconds / 60_000).toPrecision(3))
}
