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

/** What a project does around its agent: start it, put it back between cases, stop it. */
export type RunHooks = {
  readonly setup?: () => void | Promise<void>
  /** Before each case. */
  readonly reset?: (evalCase: EvalCase) => void | Promise<void>
  readonly teardown?: () => void | Promise<void>
}

export type RunSetup = {
  readonly plan: RunPlan
  readonly cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>
  readonly target: Target
  /** Plays the cases that have no written conversation; without it they are errors. */
  readonly user?: User
  readonly metrics: readonly Metric[]
  readonly setMetrics?: readonly SetMetric[]
  /** What the gate may ask of what set metrics say. */
  readonly gateMeasures?: readonly GateMeasures[]
  readonly store: RunStore
  readonly reporters: readonly Reporter[]
  readonly hooks: RunHooks
  /** Where models write down what they cost; from the run's start on that is its journal. */
  readonly account?: JournalledAccount
  /** The former run that this one is held against. */
  readonly baseline?: RunResults | undefined
  /** Holds the run against it once all of it is there. */
  readonly againstBaseline?: ((run: Run, store: RunStore) => Promise<BaselineVerdict>) | undefined
  /** What is to be said of the run when all of it was seen here. */
  readonly notes?: () => readonly Message[]
  /** Hears of what is thrown where nobody waits for it, and says so of the run. */
  readonly unawaitedErrors?: UnawaitedErrors
  /** What the agent answered before, where asking it again could give nothing else than chance does. */
  readonly answered?: (evalCase: EvalCase, repeat: number) => Transcript | undefined
  /** Which cases are played before others; of no use to a run that is resumed. */
  readonly urgent?: readonly IsUrgent[]
  /** Aborting it stops the run and keeps everything that is done. */
  readonly signal: AbortSignal
  /** Milliseconds, from any origin. */
  readonly clock: () => number
  /**
   * Called before each question to the agent, which is put when it resolves, with how many came before it in its case. Where it is
   * there, others go on with the case if this process dies.
   */
  readonly beforeQuestion?: (place: Pick<CaseResult, 'position' | 'repeat'>, nth: number) => Promise<void>
  /** Whether the store already has a part of this run. */
  readonly resumed: boolean
  /** Plays also what a run leaves out that stops early. */
  readonly playAll?: boolean
  /** For a resumed run: the process that had it before. */
  readonly takenOverFrom?: number
  readonly onReporterError: (error: unknown) => void
}

/** An account that somebody keeps. */
export type JournalledAccount = Account & {
  keepIn(journal: Account['note'], underWay?: CallsUnderWay): void
  /** What calls of this run may have cost, in US dollars, that were cut off before it was resumed. */
  recall?(dollars: number): void
}

/** Writes an event down, and tells those who read along. */
export type Emit = (event: RunEvent) => Promise<void>
