import type { Run } from '../../core/index.ts'
import type { Variant } from '../../settings/kind.ts'
import type { Choices, RerunOffer, RerunWish, RunEstimate, RunWish, VariedAgentChoice } from '../api/new-run.ts'
import type { RunDetail } from '../api/runs.ts'

/** Begins runs in the server's own process, and stops and resumes them. What it is asked for is looked up by id. */
export interface RunService {
  /** What there is; targets, metrics and judges are those of the config that a run over the dataset would have. */
  choices(asked: Partial<Pick<RunWish, 'dataset' | 'config'>>): Promise<Choices>
  /** What the agent declares that can be varied in it, with what it is today. */
  vary(asked: VariedAgentChoice): Promise<Variant | undefined>
  /** Keeps a variant among the targets, under a name. */
  keepVariant(kept: VariedAgentChoice & { readonly name: string; readonly variant: Variant }): Promise<void>
  /** What the run would ask of models. Everything that is wrong with it shows here. */
  estimate(wish: RunWish): Promise<RunEstimate>
  /** Resolves with its id once the store knows of it. */
  start(wish: RunWish): Promise<string>
  /** @throws {EvalError} `usage` for a run that has ended or that another process works on */
  cancel(run: Run): void
  /** @throws {EvalError} `usage` for a run of which nothing is left to do, or that is at work, here or elsewhere */
  resume(run: Run, allowed: Pick<RunWish, 'maxCost'>): Promise<void>
  /** What playing cases of a run again would ask of models, or why this server cannot. */
  offerRerun(run: Run, wish: RerunWish): Promise<RerunOffer>
  /** Resolves with the id of the new run once the store knows of it. */
  rerun(run: Run, wish: RerunWish): Promise<string>
  /** What only this process knows of a run. */
  about(run: Run): RunNotes
}

/** The parts of a run's detail that the store cannot know. */
export type RunNotes = Omit<RunDetail, 'run' | 'state'>
