import type { RunbookDesk } from './abilities/runbook-desk.ts'

/** What the server can do beyond reading runs. It is made by whoever starts it, from the project's config. */
export interface Abilities {
  readonly version: string
  /** The folder's name. */
  readonly project: string
  /** Whether a process with that number is there: a run that is not finished and has none was stopped. */
  isAlive(processId: number): boolean
  readonly runbook?: RunbookDesk
}
