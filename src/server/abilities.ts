import type { ReportSection, Run } from '../core/index.ts'
import type { Labelling } from './abilities/labelling.ts'
import type { DatasetShelf } from './abilities/dataset-shelf.ts'
import type { RunbookDesk } from './abilities/runbook-desk.ts'
import type { RunDesk } from './abilities/run-desk.ts'
import type { DocumentReviews } from './abilities/document-reviews.ts'
import type { RunExports } from './abilities/run-exports.ts'

/** What the server can do beyond reading runs. It is made by whoever starts it, from the project's config. */
export interface Abilities {
  readonly version: string
  /** The folder's name. */
  readonly project: string
  /** Whether a process with that number is there and may be at work on the run: one that is not finished and has none was stopped. */
  isAlive(processId: number, runId: string): boolean
  /** What packs say of a run. */
  sections?(run: Run): Promise<readonly ReportSection[]>
  readonly labels?: Labelling
  readonly datasets?: DatasetShelf
  readonly runbook?: RunbookDesk
  readonly runs?: RunDesk
  readonly reviews?: DocumentReviews
  readonly export?: RunExports
}
