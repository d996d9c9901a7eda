/** How a call ended; `failed` is every failure other than an overloaded server. */
export type CallOutcome =
  | { readonly status: 'answered' | 'failed' }
  | { readonly status: 'refused'; readonly retryAfterMs?: number | undefined }

/** Limits concurrent calls; first come, first served. */
export interface Limiter {
  /** @returns the function to call once when the call is over; rejects with the signal's reason */
  acquire(signal: AbortSignal): Promise<(outcome: CallOutcome) => void>
}

/**
 * Returns the limiter of a quota that several processes share.
 *
 * @param quota identifies server and key, and contains no secret
 */
export type PaceOf = (
  quota: string,
  /** With `startsFree` calls are not limited until the server first refuses one. */
  options?: { readonly startsFree: boolean },
) => Limiter
