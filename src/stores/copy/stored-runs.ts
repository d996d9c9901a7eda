import type { NamedView } from '../../core/index.ts'

/** A run's own row, as it is kept. */
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

/** All that belongs to a run, as it is kept: what is damaged stays as it is. */
export type RunContents = {
  /** In lots of bounded size. */
  readonly events: AsyncIterable<readonly StoredEvent[]> | Iterable<readonly StoredEvent[]>
  readonly spending: readonly string[]
  readonly labels: readonly StoredLabel[]
}

/** A store seen as the rows in it, for moving runs from one to another. */
export interface StoredRuns {
  /** For people. */
  readonly name: string
  /** Oldest first. */
  all(): Promise<readonly StoredRun[]>
  contents(runId: string): Promise<RunContents>
  /** All of the run or nothing of it. `contents` is asked for again when it has to be tried again. */
  take(run: StoredRun, contents: () => Promise<RunContents>): Promise<void>
  /** Views of tables that people saved for everybody. */
  views(): Promise<readonly NamedView[]>
  keepView(view: NamedView): Promise<void>
  close(): Promise<void>
}
