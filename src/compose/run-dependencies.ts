import type { Scorer } from './metrics/scorers.ts'
import type { AnswerCache, Metric, ModelRole, Pack, PaceOf, RunPlan, RunStore, SetMetric } from '../core/index.ts'
import type { OpenedDataset } from '../formats/index.ts'
import type { CodeCases } from '../formats/code/open-cases.ts'
import type { Criterion } from './criteria/eval-config.ts'
import type { SettingPlace } from '../settings/index.ts'
import type { ToolSource } from '../targets/environment/tool-source.ts'
import type { Secrets } from '../text/secrets/secrets.ts'
import type { TargetSetting } from './config/define-config.ts'
import type { Environment } from './config/environment.ts'
import type { openDataset } from './datasets.ts'
import type { KnownDataset } from './known-dataset.ts'
import type { Budget } from './cost/open-account.ts'

/** Services and values that a run receives from its process, or from callers in code in place of names. */
export type RunDependencies = {
  readonly environment: Environment
  readonly version: string
  readonly openStore: () => RunStore
  readonly openCache: () => AnswerCache
  /** Opens answers of this run alone, for runs that must not use the answers of others. */
  readonly openRunCache?: () => AnswerCache
  /** True when other processes run most of the cases. */
  readonly isShare?: boolean
  /** Without a number of cases, the dataset's file only had this hash when it was last checked. */
  readonly knownDataset?: Partial<KnownDataset> | undefined
  readonly beforeCall?: (role: ModelRole) => Promise<void>
  /** Shares the pace of a provider and key with other processes. */
  readonly paceOf?: PaceOf
  readonly now: () => Date
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Receives every secret, so that printed errors can hide it. */
  readonly secrets?: Pick<Secrets, 'add'>
  /** Names settings in messages the way the caller wrote them (library, command line). */
  readonly place?: SettingPlace
  /** A limit that several runs share; otherwise each run has its own. */
  readonly budget?: Budget
  readonly target?: TargetSetting
  readonly metrics?: readonly (Metric | Scorer)[]
  readonly setMetrics?: readonly SetMetric[]
  readonly tools?: ToolSource
  readonly packs?: readonly Pack[]
  /** The file of the cases when the request names a file of code. */
  readonly datasetFile?: string
  /** Cases written in code, in place of the dataset's file. */
  readonly cases?: CodeCases
  /** The runs that an arm of an evaluation in code is compared with while it runs. */
  readonly comparedWith?: RunPlan['comparedWith']
  /** Replaces the reader of datasets, to play earlier versions or rewritten cases. */
  readonly openDataset?: typeof openDataset
  readonly opened?: OpenedDataset
  readonly criteria?: readonly Criterion[]
}
