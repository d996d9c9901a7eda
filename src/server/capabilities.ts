import type { ReportSection, Run } from '../core/index.ts'
import type { AtlasPage } from './api/atlas.ts'
import type { MutantDetail, MutationPage } from './api/mutation.ts'
import type { ImproveTrail } from './api/comparisons.ts'
import type { DollarsOf } from './trace/event-dollars.ts'
import type { AdkWeb } from './capabilities/adk-web.ts'
import type { LabelService } from './capabilities/labelling.ts'
import type { DatasetRepository } from './capabilities/dataset-repository.ts'
import type { RunbookService } from './capabilities/runbook-service.ts'
import type { RunService } from './capabilities/run-service.ts'
import type { DocumentReviews } from './capabilities/document-reviews.ts'
import type { RunExports } from './capabilities/run-exports.ts'

/** What the server can do beyond reading runs. It is made by whoever starts it, from the project's config. */
export interface Capabilities {
  readonly version: string
  /** The folder's name. */
  readonly project: string
  /** Whether a process with that number is there and may be at work on the run: one that is not finished and has none was stopped. */
  isAlive(processId: number, runId: string): boolean
  /** What a model's call costs by the list of prices. */
  readonly dollarsOf?: DollarsOf
  /** What packs say of a run. */
  sections?(run: Run): Promise<readonly ReportSection[]>
  readonly labels?: LabelService
  readonly datasets?: DatasetRepository
  readonly runbook?: RunbookService
  readonly runs?: RunService
  readonly reviews?: DocumentReviews
  readonly export?: RunExports
  /** What a loop that improves the agent has done, the oldest first; nothing where none was begun. */
  readonly improveTrail?: () => Promise<ImproveTrail>
  /** The kinds of failure of a run. */
  readonly atlas?: (run: Run) => Promise<AtlasPage>
  /** What the metrics of a run notice of planted faults; undefined where there is no such mutant. */
  readonly mutation?: {
    page(run: Run): Promise<MutationPage>
    mutant(
      run: Run,
      place: { readonly position: number; readonly repeat: number; readonly operator: string; readonly number: number },
    ): Promise<MutantDetail | undefined>
  }
  /** The page of ADK's development server, whose evaluations are answered here. */
  readonly adkWeb?: AdkWeb
}
