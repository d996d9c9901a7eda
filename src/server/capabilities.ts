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

/** The services of the server beyond reading runs, made from the project's config by whatever starts it. */
export interface Capabilities {
  readonly version: string
  readonly project: string
  /** Tells whether a process with this id exists and may be working on the run; an unfinished run without one was stopped. */
  isAlive(processId: number, runId: string): boolean
  readonly dollarsOf?: DollarsOf
  sections?(run: Run): Promise<readonly ReportSection[]>
  readonly labels?: LabelService
  readonly datasets?: DatasetRepository
  readonly runbook?: RunbookService
  readonly runs?: RunService
  readonly reviews?: DocumentReviews
  readonly export?: RunExports
  /** Returns the log of a loop that improves the agent, oldest first; empty where no loop was begun. */
  readonly improveTrail?: () => Promise<ImproveTrail>
  readonly atlas?: (run: Run) => Promise<AtlasPage>
  /** Shows which planted faults the metrics of a run notice; a mutant that does not exist is undefined. */
  readonly mutation?: {
    page(run: Run): Promise<MutationPage>
    mutant(
      run: Run,
      place: { readonly position: number; readonly repeat: number; readonly operator: string; readonly number: number },
    ): Promise<MutantDetail | undefined>
  }
  /** Set when ADK's development page is served here, so that its evaluations are run by Shinsa. */
  readonly adkWeb?: AdkWeb
}
