import type { CanaryForm, CanaryQuestion } from './canary-question.ts'
import type { Format } from './format.ts'
import type { InstructionLanguage } from './judge.ts'
import type { OfflineTask } from './offline-task.ts'

/**
 * A product: what belongs to document review, to the runbook assistant, to ADK or to strands-evals. Everything else knows
 * it by this contract only. A pack itself is light; what takes time to load is behind functions that import it.
 */
export interface Pack {
  readonly name: string
  readonly formats: readonly Format[]
  /** What the embedded judge can say to the questions of its metrics, by the question's task. */
  readonly offlineTasks?: Readonly<Record<string, OfflineTask>>
  /** Known-bad answers for the tasks of its metrics; `language` is that of the instructions. */
  canaries?(language: InstructionLanguage, form: CanaryForm): Promise<readonly CanaryQuestion[]>
}
