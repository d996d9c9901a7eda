import { z } from 'zod'
import type { NamedView } from '../../core/index.ts'

const text = z.coerce.string()
/** Also infinite ones, which a coerced number would refuse. */
const number = z.unknown().transform(Number)

/** The columns of a run, in both kinds of store. */
export const StoredRun = z.object({
  id: text,
  created: text,
  status: text,
  process: number.nullable(),
  plan: text,
  summary: text.nullable(),
  ended: text.nullable(),
  duration: number.nullable(),
  note: text.nullable(),
})
export type StoredRun = z.infer<typeof StoredRun>

export const StoredEvent = z.object({ position: number, repeat: number, seq: number, type: text, body: text })
export type StoredEvent = z.infer<typeof StoredEvent>

export const StoredLabel = z.object({
  position: number,
  repeat: number,
  metric: text,
  aspect: text,
  person: text,
  at: number,
  body: text,
})
export type StoredLabel = z.infer<typeof StoredLabel>

/** The names of a schema's columns, for SQL. */
export function storedColumns({ shape }: { readonly shape: object }): string {
  return Object.keys(shape).join(', ')
}

/** All stored rows that belong to a run, copied unchanged even when damaged. */
export type RunContents = {
  readonly events: AsyncIterable<readonly StoredEvent[]> | Iterable<readonly StoredEvent[]>
  readonly spending: readonly string[]
  readonly labels: readonly StoredLabel[]
}

/** A store as a set of rows, for copying runs to another one. */
export interface StoredRuns {
  readonly name: string
  /** Oldest first. */
  all(): Promise<readonly StoredRun[]>
  contents(runId: string): Promise<RunContents>
  /** Stores a run completely or not at all. `contents` is called again for each attempt. */
  take(run: StoredRun, contents: () => Promise<RunContents>): Promise<void>
  views(): Promise<readonly NamedView[]>
  keepView(view: NamedView): Promise<void>
  close(): Promise<void>
}
