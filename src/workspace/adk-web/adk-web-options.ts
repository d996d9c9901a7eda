import type { Message, RunStore } from '../../core/index.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { ActiveRuns } from '../runs/active-runs.ts'

export type AdkWebOptions = {
  /** ADK's server. */
  readonly server: URL
  /** The folder of all agents, as that server was given it. */
  readonly agents: string
  /** The project's folder. */
  readonly folder: string
  readonly store: RunStore
  readonly active: ActiveRuns
  readonly dependencies: RunDependencies
  /** What one run may cost, in US dollars. */
  readonly maxCost: number | undefined
  readonly say: (sentence: Message) => string
}
