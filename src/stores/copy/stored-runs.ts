import type { NamedView } from '../../core/index.ts'

export type StoredRun = {
  readonly id: string
  readonly created: string
  readonly status: string
  readonly process: number | null
  readonly plan: string
  readonly summary: string | null
  readonly ended: string | null
  readonly duration: number | null
  readonly note: string | null
}

export type StoredEvent = {
  readonly position: number
  readonly repeat: number
  readonly seq: number
  readonly type: string
  readonly body: string
}

export type StoredLabel = Pick<StoredEvent, 'position' | 'repeat' | 'body'> & {
  readonly metric: string
  readonly aspect: string
  readonly person: string
  readonly at: number
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
