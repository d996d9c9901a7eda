/** How a call ended; `failed` is every trouble that is not the server's having too much to do. */
export type CallOutcome =
  | { readonly status: 'answered' | 'failed' }
  | { readonly status: 'refused'; readonly retryAfterMs?: number | undefined }

/** Lets callers in, first come, first served. */
export interface Limiter {
  /** @returns what to call once, when the call is over; rejects with the signal's reason */
  acquire(signal: AbortSignal): Promise<(outcome: CallOutcome) => void>
}

/**
 * The limiter of a quota that several processes have in common.
 *
 * @param quota what tells server and key from others, with no secret in it
 */
export type PaceOf = (
  quota: string,
  /** Whether nobody is held back before the server has refused somebody. */
  options?: { readonly startsFree: boolean },
) => Limiter
