import type { Message, RunStore } from '../../core/index.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { ActiveRuns } from '../runs/active-runs.ts'

export type AdkWebOptions = {
  /** Address of ADK's server. */
  readonly server: URL
  /** The folder that ADK's server was given as the folder of all agents. */
  readonly agents: string
  readonly folder: string
  readonly store: RunStore
  readonly active: ActiveRuns
  readonly dependencies: RunDependencies
  /** The most that one run may cost, in US dollars. */
  readonly maxCost: number | undefined
  readonly say: (sentence: Message) => string
}
