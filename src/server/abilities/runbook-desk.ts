import type { RunbookAnswer, RunbookBuild, RunbookQuestion, RunbookStatus } from '../api.ts'

/** The runbooks of the project, their index, and the assistant that answers from it. It never asks a judge. */
export interface RunbookDesk {
  status(): Promise<RunbookStatus>
  /** Of the build that goes on. */
  progress(): RunbookBuild['progress']
  upload(file: { readonly name: string; readonly bytes: Uint8Array; readonly replace: boolean }): Promise<void>
  build(): Promise<void>
  ask(asked: RunbookQuestion, signal: AbortSignal): Promise<RunbookAnswer>
}
