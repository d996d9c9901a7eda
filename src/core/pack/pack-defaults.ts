import type { z } from 'zod'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'

export type Thresholds = Readonly<Record<string, number>>

export type PackConfig = {
  /** The key that holds agent, criteria and metrics for the pack's datasets only. */
  readonly key: string
  /** Options of a metric that people mistake for config keys, each with the right line. */
  readonly lines?: Readonly<Record<string, string>>
  /** Further keys allowed under it. */
  readonly shape?: Readonly<Record<string, z.ZodType>>
  /** Keys allowed next to it. */
  readonly beside?: Readonly<Record<string, z.ZodType>>
}

export type PackCriteria = {
  readonly thresholds: Thresholds
  /** Thresholds from the run's settings; they override the config. */
  asked?(request: JsonObject): Thresholds | undefined
  /** Metrics of this pack alone: a criteria file that names none of them is meant for other datasets. */
  readonly metrics: readonly string[]
  /** Names a metric that asks a judge, for the hint to a user whose judge setting has no effect. */
  judgedMetric?(run: RunTraits): Message
}

export type RunTraits = {
  readonly request: JsonObject
  readonly format: string
  /** True when the dataset contains the answers already. */
  readonly isAnswered: boolean
  readonly metrics: readonly string[]
  readonly target: string
  readonly nameOf: (setting: string) => string
}

/** Explains why a setting has no effect in a run; undefined when it has one. */
export type WhyIdle = (run: RunTraits) => Message | undefined
