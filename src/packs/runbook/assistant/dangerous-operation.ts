import type { OperationKind } from '../../../text/index.ts'

/** An operation that somebody wants done, or is told to do. */
export type DangerousOperation = {
  readonly kind: OperationKind
  /** The words for it, as they stand in the text, and what it is done to, where that is said. */
  readonly operation: string
  readonly object: string | undefined
}
