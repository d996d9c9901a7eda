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
 * A product: what belongs to document review, to the runbook assistant, to ADK or to strands-evals. Everything else knows
 * it by this contract only. A pack itself is light; what takes time to load is behind functions that import it.
 */
export interface Pack {
  readonly name: string
  readonly formats: readonly Format[]
  /** Metrics that criteria name. */
  readonly metrics?: Readonly<Record<string, PackMetric>>
  readonly evaluators?: PackEvaluators
  /** What the metadata of a case may expect that only its metrics look at, by key: how to say that none of a run does. */
  readonly expectations?: Readonly<Record<string, (count: number) => Message>>
  /** The files that its own tool keeps runs in. */
  readonly exports?: readonly RunExport[]
  /** What the embedded judge can say to the questions of its metrics, by the question's task. */
  readonly offlineTasks?: Readonly<Record<string, OfflineTask>>
  /** Known-bad answers for the tasks of its metrics; `language` is that of the instructions. */
  canaries?(language: InstructionLanguage, form: CanaryForm): Promise<readonly CanaryQuestion[]>
  /** What a config may say of it. */
  readonly config?: PackConfig
  /** Who is asked about its datasets where nobody says. */
  readonly agent?: PackAgent
  /** What they are scored by where nobody says; as all others unless given. */
  readonly criteria?: PackCriteria
  /** The rules of the gate over a run with these metrics, where nobody says any; undefined leaves the usual ones. */
  failOn?(metrics: readonly string[]): readonly string[] | undefined
  /** Looks at cases that nobody has answered yet before an agent is asked. @throws {EvalError} `format` naming the case */
  check?(cases: Iterable<EvalCase> | AsyncIterable<EvalCase>): Promise<void>
  /** Files that a case names beside its dataset. */
  documents?(evalCase: EvalCase): readonly string[]
  /** The file of results that runs over its datasets leave behind. */
  readonly resultFile?: PackResultFile
  /** Settings that are its own, each with why it may have no effect. */
  readonly idleSettings?: Readonly<Record<string, WhyIdle>>
  /** What all results of a run say together, for the runs that are its own. `request` is what the run was told. */
  setMetrics?(plan: RunPlan, request: Readonly<Record<string, unknown>>): Promise<readonly SetMetric[]>
  /** What the rules of a gate may ask of them. */
  readonly gateMeasures?: readonly GateMeasures[]
  /** What a report says of them, by the name of the set metric. @throws {ZodError} when the store has something else there */
  readonly reports?: Readonly<Record<string, (run: Run) => Promise<readonly ReportSection[]>>>
  /** What a report says of one result, for those that are its own. */
  caseReport?(result: CaseResult): Promise<readonly ReportSection[]>
}
