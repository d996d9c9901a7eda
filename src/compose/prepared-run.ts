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

/** The agent of a run as the user named it, and everything else that its answers may depend on. */
export type AskedAgent = Omit<AskedRun, 'place'> &
  Pick<RunWorld, 'environment'> & {
    readonly setting: TargetSetting
    readonly isInCode: boolean
    readonly user: RunSetup['plan']['user']
  }

/** A run that is ready to start, and all that is known about it. */
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
  /** Findings that processes with a share of the run need not repeat. */
  readonly knownDataset: KnownDataset | undefined
  /** Cases that are read one by one, for processes that play only a few of them. */
  readonly unreadCases: OpenedDataset['unread']
  /** True when the built-in agent replaces the config's, which is for datasets of another kind. */
  readonly shippedInstead: boolean
  readonly keptAsMetadata: readonly string[]
  readonly judgeUses: readonly JudgeUse[]
  readonly userUse: UserUse | undefined
  /** True when judges are asked again without passages that address them. */
  readonly secondLook: boolean
  readonly judgePatienceMs: number
  readonly canaries?: CanaryTracker
  /** Aborted when the spending limit is reached. */
  readonly budget?: AbortSignal
  /** True when the run is reported to GitHub Actions, where it runs there. */
  readonly github: boolean
  /** Returns the first lines of cases in the dataset's file, as far as they are known. */
  readonly caseLines: (cases: readonly SoughtCase[]) => Promise<ReadonlyMap<string, number>>
  readonly warnings: Warnings
}
