export type FleetTime = {
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number
  /** Rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}
