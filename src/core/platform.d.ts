// What every JavaScript platform has and the language's own library does not declare.
// Only the pure folders are compiled with this; elsewhere Node's types say more.
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
}
