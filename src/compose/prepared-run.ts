import type { SoughtCase } from '../formats/case-places.ts'
import type { OpenedDataset } from '../formats/index.ts'
import type { RunSetup } from '../runner/index.ts'
import type { CanaryTracker } from './judging/canary-tracker.ts'
import type { JudgeUse } from './judging/choose-judge.ts'
import type { TargetSetting } from './config/define-config.ts'
import type { KnownDataset } from './known-dataset.ts'
import type { AskedRun, RunWorld } from './prepare/settle-run.ts'
import type { UserUse } from './targets/choose-user.ts'
import type { Warnings } from './warnings.ts'

/** Who is asked, as it was asked for, and what else the answers may depend on. */
export type AskedAgent = Omit<AskedRun, 'place'> &
  Pick<RunWorld, 'environment'> & {
    readonly setting: TargetSetting
    readonly isInCode: boolean
    /** Who plays the user, where somebody does. */
    readonly user: RunSetup['plan']['user']
  }

/** Everything that a run needs, and what is known of it before it begins. */
export type PreparedRun = Pick<
  RunSetup,
  | 'plan'
  | 'cases'
  | 'target'
  | 'metrics'
  | 'setMetrics'
  | 'gateMeasures'
  | 'baseline'
  | 'againstBaseline'
  | 'hooks'
  | 'user'
  | 'account'
  | 'notes'
  | 'unawaitedErrors'
  | 'answered'
  | 'urgent'
> & {
  readonly asked: AskedAgent
  /** What others who play shares of the run need not find out again. */
  readonly knownDataset: KnownDataset | undefined
  /** The cases for whoever plays few of them, where reading each when it is wanted is less work. */
  readonly unreadCases: OpenedDataset['unread']
  /** Whether the agent that ships is asked although the config names one, for datasets of another kind. */
  readonly shippedInstead: boolean
  /** How many cases there would have been, where the request describes those that it means. */
  readonly chosenFrom: number | undefined
  /** Columns or keys of the cases that nothing evaluates. */
  readonly keptAsMetadata: readonly string[]
  readonly judgeUses: readonly JudgeUse[]
  /** What will be asked of simulated users; undefined where every conversation is written down. */
  readonly userUse: UserUse | undefined
  /** Whether judges are asked again without passages that speak to them. */
  readonly secondLook: boolean
  /** For how long an overloaded judge is asked again. */
  readonly judgePatienceMs: number
  /** What became of the known-bad answers that were mixed in. */
  readonly canaries?: CanaryTracker
  /** Aborted when as much is spent as may be. */
  readonly budget?: AbortSignal
  /** Whether GitHub Actions is told of the run, where it is there. */
  readonly github: boolean
  /** The lines of the dataset's file on which cases begin, as far as they are known. */
  readonly caseLines: (cases: readonly SoughtCase[]) => Promise<ReadonlyMap<string, number>>
  /** What people should hear; some of it shows only while the run goes on. */
  readonly warnings: Warnings
}
