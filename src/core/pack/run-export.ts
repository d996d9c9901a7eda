import type { Message } from '../basics/message.ts'
import type { Run } from '../run/run.ts'
import type { CaseRecord } from '../run/run-store.ts'

/** A file in which another tool keeps runs. */
export interface RunExport {
  readonly name: string
  /** The flag of `shinsa export` that belongs to this format. */
  readonly flag?: { readonly name: string; readonly value: string; readonly summary: Message }
  /** Explains why several runs do not fit into one file, and what to do instead. */
  readonly several: { readonly sentence: Message; readonly hint: Message }
  /** True when its files have their own names, so that `--output` may be a folder for several of them. */
  readonly named?: boolean
  /**
   * `option` is the value of its flag.
   *
   * @throws {EvalError} `usage` for an invalid option
   */
  write(run: Run, records: readonly CaseRecord[], option?: string): Promise<ExportedRun>
}

export type ExportedRun = {
  readonly text: string
  /** The name that the other tool would give the file. */
  readonly fileName?: string
  readonly losses?: readonly Message[]
}
