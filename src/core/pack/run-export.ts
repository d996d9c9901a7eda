import type { Message } from '../basics/message.ts'
import type { Run } from '../run/run.ts'
import type { CaseRecord } from '../run/run-store.ts'

/** A file that another tool keeps runs in. */
export interface RunExport {
  readonly name: string
  /** A flag of `shinsa export` that belongs to it. */
  readonly flag?: { readonly name: string; readonly value: string; readonly summary: Message }
  /** Why several runs do not go into one file, and what to do. */
  readonly several: { readonly sentence: Message; readonly hint: Message }
  /** Whether its files have names of their own, so that `--output` may be a folder for several of them. */
  readonly named?: boolean
  /**
   * `option` is the value of its flag.
   *
   * @throws {EvalError} `usage` for an option that says nothing
   */
  write(run: Run, records: readonly CaseRecord[], option?: string): Promise<ExportedRun>
}

export type ExportedRun = {
  readonly text: string
  /** The name that the other tool would give the file. */
  readonly fileName?: string
  /** What the file has no place for. */
  readonly losses?: readonly Message[]
}
