import type { z } from 'zod'
import type { JsonObject } from '../basics/json.ts'
import type { Message } from '../basics/message.ts'

/** Metric → from which value it passes. */
export type Thresholds = Readonly<Record<string, number>>

/** What a config may say of a pack, as schemas of single values. */
export type PackConfig = {
  /** Under which key agent, criteria and metrics stand that are for its datasets and no others. */
  readonly key: string
  /** What people write in a config that is an option of a metric, each with the line that says it. */
  readonly lines?: Readonly<Record<string, string>>
  /** What else may stand there. */
  readonly shape?: Readonly<Record<string, z.ZodType>>
  /** What may stand beside the key. */
  readonly beside?: Readonly<Record<string, z.ZodType>>
}

/** What the datasets of a pack are scored by where nobody says. */
export type PackCriteria = {
  readonly thresholds: Thresholds
  /** The same where a run was told which; it wins over what a config says. */
  asked?(request: JsonObject): Thresholds | undefined
  /** Metrics that nobody else has: a file of criteria beside a dataset that names none of them is meant for others. */
  readonly metrics: readonly string[]
  /** Names a metric that asks a judge, for whoever named a judge in vain. */
  judgedMetric?(run: RunTraits): Message
}

/** What is known of a run before it begins. */
export type RunTraits = {
  readonly request: JsonObject
  readonly format: string
  /** Whether the dataset has the answers already. */
  readonly isAnswered: boolean
  readonly metrics: readonly string[]
  readonly target: string
  /** What people call a setting where they wrote it. */
  readonly nameOf: (setting: string) => string
}

/** Why a setting has no effect in a run; undefined where it has one. */
export type WhyIdle = (run: RunTraits) => Message | undefined
