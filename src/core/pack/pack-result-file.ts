import type { CaseResult } from '../run/case-result.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { Run } from '../run/run.ts'

export interface PackResultFile {
  /** The default path, relative to the working directory. The file name contains the time in seconds. */
  pathAt(at: Date): string
  /** True for paths that `pathAt` could have made. */
  isDefault(path: string): boolean
  readonly isUnasked?: boolean
  /** Undefined for runs that write none. */
  content(about: ResultFileInput): Promise<object | undefined>
  /** Returns the messages shown after it was written; `short` is the path in its shortest form. */
  said(path: string, short: string): readonly Message[]
}

type ResultFileInput = {
  readonly run: Run
  readonly endedAt: Date
  readonly request: JsonObject
  readonly results: () => Promise<readonly CaseResult[]>
}
