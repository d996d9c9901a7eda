import type {
  CallsUnderWay,
  Account,
  BaselineVerdict,
  CaseResult,
  EvalCase,
  GateMeasures,
  Message,
  Metric,
  Reporter,
  Run,
  RunEvent,
  RunPlan,
  RunStore,
  SetMetric,
  Target,
  Transcript,
  User,
} from '../core/index.ts'
import type { RunResults } from './run-results.ts'
import type { UnawaitedErrors } from './thrown-errors.ts'
import type { IsUrgent } from './trials.ts'

/** Hooks of a project around its agent: starting, resetting and stopping it. */
export type RunHooks = {
  readonly setup?: () => void | Promise<void>
  readonly reset?: (evalCase: EvalCase) => void | Promise<void>
  readonly teardown?: () => void | Promise<void>
}

export type RunSetup = {
  readonly plan: RunPlan
  readonly cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>
  readonly target: Target
  /** Plays cases without a written conversation; without it, these cases are errors. */
  readonly user?: User
  readonly metrics: readonly Metric[]
  readonly setMetrics?: readonly SetMetric[]
  readonly gateMeasures?: readonly GateMeasures[]
  readonly store: RunStore
  readonly reporters: readonly Reporter[]
  readonly hooks: RunHooks
  /** Receives the cost of models; it writes to the run's journal while the run lasts. */
  readonly account?: JournalledAccount
  readonly baseline?: RunResults | undefined
  readonly againstBaseline?: ((run: Run, store: RunStore) => Promise<BaselineVerdict>) | undefined
  /** Returns further remarks for the summary when all results were played in this process. */
  readonly notes?: () => readonly Message[]
  /** Collects errors thrown outside of any awaited call, for the summary. */
  readonly unawaitedErrors?: UnawaitedErrors
  /** Returns an earlier transcript that may be reused, because nothing that it depends on changed. */
  readonly answered?: (evalCase: EvalCase, repeat: number) => Transcript | undefined
  /** Selects cases to play first; ignored when a run is resumed. */
  readonly urgent?: readonly IsUrgent[]
  /** Aborting it stops the run and keeps all results so far. */
  readonly signal: AbortSignal
  readonly clock: () => number
  /**
   * Called before each question to the agent, with the number of earlier exchanges of its case; the agent is asked once
   * it resolves. When present, other processes continue the case if this one dies.
   */
  readonly beforeQuestion?: (place: Pick<CaseResult, 'position' | 'repeat'>, nth: number) => Promise<void>
  /** True when the store already has a part of this run. */
  readonly resumed: boolean
  /** Plays also the cases that an early stop would leave out. */
  readonly playAll?: boolean
  /** For a resumed run: the process that worked on it before. */
  readonly takenOverFrom?: number
  readonly onReporterError: (error: unknown) => void
}

export type JournalledAccount = Account & {
  keepIn(journal: Account['note'], underWay?: CallsUnderWay): void
  /** Adds US dollars that calls may have cost which were interrupted before the run was resumed. */
  recall?(dollars: number): void
}

export type Emit = (event: RunEvent) => Promise<void>
