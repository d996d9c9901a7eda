import { z } from 'zod'
import { Id, ApiProblem } from './basics.ts'
import { Message, Verdict } from '../../core/index.ts'
import { settingsShape } from '../../settings/check-values.ts'
import { variantShape } from '../../settings/kind.ts'
import { runSettings } from '../../settings/run-settings.ts'

/** Something that can be chosen for a run. */
const Choice = z.object({ id: Id, name: z.string(), about: Message.optional() })

export const DatasetChoice = Choice.extend({
  format: z.string(),
  cases: z.number(),
  editable: z.boolean(),
  /** One of the examples that ship, and not of the project. */
  shipped: z.boolean().optional(),
  /** Whether it has what an agent answered once, and asks none. */
  recorded: z.boolean().optional(),
  keepsReviews: z.boolean().optional(),
  /** Whether it is written in the format that holds whatever an agent does. */
  isDefault: z.boolean().optional(),
})
export type DatasetChoice = z.infer<typeof DatasetChoice>

export const Choices = z.object({
  datasets: z.array(DatasetChoice),
  /** Files that look like datasets and cannot be read as such. */
  unreadable: z.array(z.object({ name: z.string(), problem: ApiProblem })),
  /** The rest is empty until a dataset is chosen: it is as the config of that dataset has it. */
  targets: z.array(Choice),
  /** Those of the project's configs that may take the place of its usual one. */
  configs: z.array(Choice),
  /** `threshold` is absent where code decides. */
  metrics: z.array(Choice.extend({ judged: z.boolean(), threshold: z.number().optional() })),
  judges: z.array(Choice),
  /** What a run has when nothing is chosen; absent where the config does not say. */
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

/** What a run shall be: the settings of the page, choices by their ids. What is left out is as the project's config has it. */
export const RunWish = z.object({
  ...settingsShape(runSettings, 'page'),
  dataset: Id,
  config: Id.optional(),
  target: Id.optional(),
  thresholds: z.record(Id, z.number()).optional(),
  metrics: z.array(Id).min(1).max(100).optional(),
  judge: Id.optional(),
  name: z.string().max(200).optional(),
  /** Of the dataset's cases only these. */
  caseIds: z.array(z.string().min(1).max(10_000)).min(1).max(100_000).optional(),
  /** What is varied in the agent, of what it declares. */
  variant: variantShape.optional(),
  /** Whether it only tries something on cases that somebody looks at. */
  trial: z.boolean().optional(),
  /** Allows models whose price nobody knows, and which no limit can hold. */
  unlimited: z.boolean().optional(),
})
export type RunWish = z.infer<typeof RunWish>

/** Whose agent may be varied: what a run would have that wishes for the same. */
export const VariedAgentChoice = RunWish.pick({ dataset: true, config: true, target: true })
export type VariedAgentChoice = z.infer<typeof VariedAgentChoice>

export const RunEstimate = z.object({
  /** The command line that asks for the same; absent where none can. */
  command: z.string().optional(),
  cases: z.number(),
  repeat: z.number(),
  target: z.string(),
  metrics: z.array(z.string()),
  judges: z.array(z.string()),
  /** What models are asked on the run's account, by what they are asked for. */
  calls: z.array(
    z.object({
      role: z.enum(['judge', 'user', 'environment', 'agent']),
      models: z.array(z.string()),
      /** As a rule. */
      calls: z.number(),
      /** There cannot be more; absent where nobody can tell. */
      most: z.number().optional(),
      tokens: z.number(),
      dollars: z.number().optional(),
    }),
  ),
  costsMoney: z.boolean(),
  /** US dollars; absent when a price is not known. */
  dollars: z.number().optional(),
  /** Models whose price nobody knows. */
  unlimited: z.array(z.string()),
  /** What a person should know before starting. */
  notes: z.array(Message),
})
export type RunEstimate = z.infer<typeof RunEstimate>

/** Which cases of a run are to be played again, as a new run: those named, or all that came out so, or both. */
export const CasesAgain = z.object({
  caseIds: z.array(z.string().min(1).max(10_000)).min(1).max(100_000).optional(),
  only: z.array(Verdict).min(1).max(4).optional(),
})

export const RerunWish = CasesAgain.extend(RunWish.pick({ maxCost: true, unlimited: true }).shape)
export type RerunWish = z.infer<typeof RerunWish>

/** What playing cases again would take. */
export const RerunOffer = z.object({
  /** The command line that does the same; absent where none can. */
  command: z.string().optional(),
  /** Absent where this server cannot do it. */
  estimate: RunEstimate.optional(),
  /** US dollars that the run was held to, which hold again unless others are said. */
  limit: z.number().optional(),
  /** Why it cannot. */
  refused: ApiProblem.optional(),
})
export type RerunOffer = z.infer<typeof RerunOffer>

export const StartedRun = z.object({ runId: z.string() })
export type StartedRun = z.infer<typeof StartedRun>
