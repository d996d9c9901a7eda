import { z } from 'zod'
import { Id, ApiProblem } from './basics.ts'
import { Message, Verdict } from '../../core/index.ts'
import { SettingDifference } from '../../core/run/run-comparison.ts'
import { settingsShape } from '../../settings/check-values.ts'
import { variantShape } from '../../settings/kind.ts'
import { runSettings } from '../../settings/run-settings.ts'

const Choice = z.object({ id: Id, name: z.string(), about: Message.optional() })

export const DatasetChoice = Choice.extend({
  format: z.string(),
  cases: z.number(),
  editable: z.boolean(),
  /** True for an example that ships with Shinsa and is not of the project. */
  shipped: z.boolean().optional(),
  /** True when it holds recorded answers, so that no agent is called. */
  recorded: z.boolean().optional(),
  keepsReviews: z.boolean().optional(),
  /** True when it is written in Shinsa's own format, which can hold everything that an agent does. */
  isDefault: z.boolean().optional(),
})
export type DatasetChoice = z.infer<typeof DatasetChoice>

export const Choices = z.object({
  datasets: z.array(DatasetChoice),
  unreadable: z.array(z.object({ name: z.string(), problem: ApiProblem })),
  /** The rest is empty until a dataset is chosen, because it depends on the config of that dataset. */
  targets: z.array(Choice),
  configs: z.array(Choice),
  /** `threshold` is absent where code decides whether a score passes. */
  metrics: z.array(Choice.extend({ judged: z.boolean(), threshold: z.number().optional() })),
  judges: z.array(Choice),
  /** The choices that hold when nothing is chosen; absent where the config makes none. */
  defaults: z
    .object({
      config: z.string().optional(),
      target: z.string().optional(),
      judge: z.string().optional(),
      repeat: z.number(),
    })
    .optional(),
})
export type Choices = z.infer<typeof Choices>

/** The settings of a run that the page asks for, choices by their ids. What is left out comes from the project's config. */
export const RunWish = z.object({
  ...settingsShape(runSettings, 'page'),
  dataset: Id,
  config: Id.optional(),
  target: Id.optional(),
  thresholds: z.record(Id, z.number()).optional(),
  metrics: z.array(Id).min(1).max(100).optional(),
  judge: Id.optional(),
  name: z.string().max(200).optional(),
  caseIds: z.array(z.string().min(1).max(10_000)).min(1).max(100_000).optional(),
  variant: variantShape.optional(),
  /** True when the run only tries something on a few cases that a person chose. */
  trial: z.boolean().optional(),
  /** Allows models without a known price, which no cost limit can hold. */
  unlimited: z.boolean().optional(),
})
export type RunWish = z.infer<typeof RunWish>

/** Selects the agent whose variable settings are asked for. */
export const VariedAgentChoice = RunWish.pick({ dataset: true, config: true, target: true })
export type VariedAgentChoice = z.infer<typeof VariedAgentChoice>

export const RunEstimate = z.object({
  /** The command line that starts the same run; absent where none can. */
  command: z.string().optional(),
  cases: z.number(),
  repeat: z.number(),
  target: z.string(),
  metrics: z.array(z.string()),
  judges: z.array(z.string()),
  /** The estimated model calls, by what the models are used for. */
  calls: z.array(
    z.object({
      role: z.enum(['judge', 'user', 'environment', 'agent']),
      models: z.array(z.string()),
      /** The expected number. */
      calls: z.number(),
      /** The upper bound; absent where none is known. */
      most: z.number().optional(),
      tokens: z.number(),
      dollars: z.number().optional(),
    }),
  ),
  costsMoney: z.boolean(),
  /** US dollars; absent when a price is unknown. */
  dollars: z.number().optional(),
  unlimited: z.array(z.string()),
  notes: z.array(Message),
})
export type RunEstimate = z.infer<typeof RunEstimate>

/** The cases of a run that are evaluated again as a new run: those named, those with these verdicts, or both. */
export const CasesAgain = z.object({
  caseIds: z.array(z.string().min(1).max(10_000)).min(1).max(100_000).optional(),
  only: z.array(Verdict).min(1).max(4).optional(),
})

export const RerunWish = CasesAgain.extend(RunWish.pick({ maxCost: true, unlimited: true }).shape)
export type RerunWish = z.infer<typeof RerunWish>

export const RerunOffer = z.object({
  command: z.string().optional(),
  estimate: RunEstimate.optional(),
  /** The cost limit of the old run in US dollars; it holds again unless another one is given. */
  limit: z.number().optional(),
  /** Settings that are not as they were in the run. */
  differs: z.array(SettingDifference).optional(),
  refused: ApiProblem.optional(),
})
export type RerunOffer = z.infer<typeof RerunOffer>

export const StartedRun = z.object({ runId: z.string() })
export type StartedRun = z.infer<typeof StartedRun>
