/** How a call ended; `failed` is every trouble that is not the server's having too much to do. */
export type CallOutcome =
  | { readonly status: 'answered' }
  | { readonly status: 'refused'; readonly retryAfterMs?: number | undefined }
  | { readonly status: 'failed' }

/** Lets callers in, first come, first served. */
export interface Limiter {
  /** @returns what to call once, when the call is over; rejects with the signal's reason */
  acquire(signal: AbortSignal): Promise<(outcome: CallOutcome) => void>
}
