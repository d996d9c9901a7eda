import type { CanaryForm, CanaryQuestion } from './canary-question.ts'
import type { EvalCase } from '../eval-case.ts'
import type { Format } from './format.ts'
import type { InstructionLanguage } from '../judge.ts'
import type { Message } from '../basics/message.ts'
import type { OfflineTask } from './offline-task.ts'
import type { PackAgent } from './pack-agent.ts'
import type { PackConfig, PackCriteria, WhyIdle } from './pack-defaults.ts'
import type { PackEvaluators, PackMetric } from './pack-metric.ts'
import type { RunExport } from './run-export.ts'
import type { PackResultFile } from './pack-result-file.ts'
import type { CaseResult } from '../run/case-result.ts'
import type { GateMeasures } from '../gate-measures.ts'
import type { ReportSection } from '../report-section.ts'
import type { Run, RunPlan } from '../run/run.ts'
import type { SetMetric } from '../set-metric.ts'

/**
 * A product as the rest of the code sees it: document review, the runbook assistant, ADK or strands-evals. A pack
 * itself is light; functions import whatever takes time to load.
 */
export interface Pack {
  readonly name: string
  readonly formats: readonly Format[]
  readonly metrics?: Readonly<Record<string, PackMetric>>
  readonly evaluators?: PackEvaluators
  /** Metadata keys that only this pack's metrics read, each with the warning that a run has none of them. */
  readonly expectations?: Readonly<Record<string, (count: number) => Message>>
  /** The run files of the pack's own tool. */
  readonly exports?: readonly RunExport[]
  /** Keyed by the question's task. */
  readonly offlineTasks?: Readonly<Record<string, OfflineTask>>
  /** Known bad answers for the tasks of its metrics; `language` is that of the instructions. */
  canaries?(language: InstructionLanguage, form: CanaryForm): Promise<readonly CanaryQuestion[]>
  readonly config?: PackConfig
  readonly agent?: PackAgent
  /** The general criteria when absent. */
  readonly criteria?: PackCriteria
  /** Default gate rules for a run with these metrics; undefined selects the general ones. */
  failOn?(metrics: readonly string[]): readonly string[] | undefined
  /** Checks unanswered cases before an agent is asked. @throws {EvalError} `format` naming the case */
  check?(cases: Iterable<EvalCase> | AsyncIterable<EvalCase>): Promise<void>
  documents?(evalCase: EvalCase): readonly string[]
  readonly resultFile?: PackResultFile
  /** Settings of its own, each with the reason why it may have no effect. */
  readonly idleSettings?: Readonly<Record<string, WhyIdle>>
  /** Summaries over all results of a run. `request` holds the run's settings. */
  setMetrics?(plan: RunPlan, request: Readonly<Record<string, unknown>>): Promise<readonly SetMetric[]>
  /** The values of its set metrics that gate rules can use. */
  readonly gateMeasures?: readonly GateMeasures[]
  /** Report sections by set metric. @throws {ZodError} when the stored summary does not match the metric's schema */
  readonly reports?: Readonly<Record<string, (run: Run) => Promise<readonly ReportSection[]>>>
  caseReport?(result: CaseResult): Promise<readonly ReportSection[]>
}
