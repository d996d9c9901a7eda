import type { CaseResult } from '../run/case-result.ts'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'
import type { Run } from '../run/run.ts'

/** The file that runs over a pack's datasets leave behind. */
export interface PackResultFile {
  /** Where it lies unless somebody names another, from where somebody works. The name tells the second. */
  pathAt(at: Date): string
  /** Whether a path is such a one. */
  isDefault(path: string): boolean
  /** Whether a run leaves it although nobody named one. */
  readonly isUnasked?: boolean
  /** What stands in it; undefined for runs that leave none. */
  content(about: ResultFileInput): Promise<object | undefined>
  /** What is said when it was written; `short` is its path as people would write it. */
  said(path: string, short: string): readonly Message[]
}

type ResultFileInput = {
  readonly run: Run
  readonly endedAt: Date
  /** What the run was told. */
  readonly request: JsonObject
  readonly results: () => Promise<readonly CaseResult[]>
}
