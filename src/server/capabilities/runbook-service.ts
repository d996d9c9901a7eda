import type {
  RunbookReply,
  RunbookBuild,
  RunbookQuestion,
  RunbookQuestions,
  RunbookReadiness,
} from '../api/runbooks.ts'
import type { RunEstimate, RunWish } from '../api/new-run.ts'

/** The runbooks of the project, their index, and the assistant that answers from it. */
export interface RunbookService {
  status(): Promise<RunbookReadiness>
  /** Of the build that goes on. */
  progress(): RunbookBuild['progress']
  upload(file: { readonly name: string; readonly bytes: Uint8Array; readonly replace: boolean }): Promise<void>
  build(): Promise<void>
  /** Asks no judge. */
  ask(asked: RunbookQuestion, signal: AbortSignal): Promise<RunbookReply>
  questions(): Promise<RunbookQuestions>
  /** What an evaluation of the assistant would ask of models. @throws {EvalError} `usage` without an index */
  estimate(wish: RunWish): Promise<RunEstimate>
  /** Begins one and resolves with its run's id. @throws {EvalError} `usage` without an index */
  evaluate(wish: RunWish): Promise<string>
}
