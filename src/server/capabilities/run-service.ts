import type { Run } from '../../core/index.ts'
import type { Variant } from '../../settings/kind.ts'
import type { Choices, RerunOffer, RerunWish, RunEstimate, RunWish, VariedAgentChoice } from '../api/new-run.ts'
import type { RunDetail } from '../api/runs.ts'

/** Starts, stops and resumes runs in the server's own process. Requests name things by id. */
export interface RunService {
  /** Returns the options for a new run; targets, metrics and judges come from the config that the dataset's run would have. */
  choices(asked: Partial<Pick<RunWish, 'dataset' | 'config'>>): Promise<Choices>
  /** Returns the settings that the agent declares as variable, with their present values. */
  vary(asked: VariedAgentChoice): Promise<Variant | undefined>
  keepVariant(kept: VariedAgentChoice & { readonly name: string; readonly variant: Variant }): Promise<void>
  /** Estimates the run's model calls, and throws for every error in the wish. */
  estimate(wish: RunWish): Promise<RunEstimate>
  /** Resolves with the run's id once it is in the store. */
  start(wish: RunWish): Promise<string>
  /** @throws {EvalError} `usage` for a run that has ended or that another process works on */
  cancel(run: Run): void
  /** @throws {EvalError} `usage` for a run that is complete or still in progress, here or elsewhere */
  resume(run: Run, allowed: Pick<RunWish, 'maxCost'>): Promise<void>
  /** Estimates a rerun of cases, or returns the reason why this server cannot do it. */
  offerRerun(run: Run, wish: RerunWish): Promise<RerunOffer>
  rerun(run: Run, wish: RerunWish): Promise<string>
  /** Returns what only this process knows of a run. */
  about(run: Run): RunNotes
}

/** The parts of a run's detail that are not in the store. */
export type RunNotes = Omit<RunDetail, 'run' | 'state'>
