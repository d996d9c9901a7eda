import type {
  RunbookReply,
  RunbookBuild,
  RunbookQuestion,
  RunbookQuestions,
  RunbookReadiness,
} from '../api/runbooks.ts'
import type { RunEstimate, RunWish } from '../api/new-run.ts'

export interface RunbookService {
  status(): Promise<RunbookReadiness>
  progress(): RunbookBuild['progress']
  upload(file: { readonly name: string; readonly bytes: Uint8Array; readonly replace: boolean }): Promise<void>
  build(): Promise<void>
  /** Answers a question without scoring the answer. */
  ask(asked: RunbookQuestion, signal: AbortSignal): Promise<RunbookReply>
  questions(): Promise<RunbookQuestions>
  /** Estimates the model calls of an evaluation. @throws {EvalError} `usage` without an index */
  estimate(wish: RunWish): Promise<RunEstimate>
  /** Starts an evaluation and resolves with its run's id. @throws {EvalError} `usage` without an index */
  evaluate(wish: RunWish): Promise<string>
}
