// Declares what every JavaScript platform has and TypeScript's language library lacks. Only the pure folders are
// compiled with it; elsewhere Node's types apply.
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
}
