import { z } from 'zod'
import { JudgeStanding } from './judge-standing.ts'
import { JsonObject } from '../basics/json.ts'
import { Cost, EvidenceCounts } from './case-result.ts'
import { CorrectedSummary, Estimate, JudgeErrors } from './estimate.ts'
import { Message } from '../basics/message.ts'
import { Polarity } from '../metric.ts'

/** What a run is going to do: enough to understand it later, and to resume it. */
export const RunPlan = z.object({
  runId: z.string(),
  name: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  version: z.string(),
  /** Of the repository that the working directory lies in, when the run began. */
  commit: z.string().optional(),
  /** The config that was heard, seen from the working directory, and its bytes. */
  config: z.object({ file: z.string(), sha256: z.string() }).optional(),
  /** The file beside that, or in place of it, that names metrics and thresholds. */
  criteria: z.object({ file: z.string(), sha256: z.string() }).optional(),
  dataset: z.object({
    id: z.string(),
    name: z.string().optional(),
    path: z.string().optional(),
    format: z.string(),
    /** Of the file's bytes: a run is resumed on the same data or not at all. */
    sha256: z.string().optional(),
    /** Cases that the run covers, after selection. */
    cases: z.number(),
    selected: z.array(z.string()).optional(),
  }),
  target: z.object({
    name: z.string(),
    /** What an agent that ships asks; of somebody's own agent nobody knows. */
    models: z.array(z.string()).optional(),
  }),
  /** Who answers the agent's tools in place of the world. */
  environment: z
    .object({
      /** ADK's configuration of an environment simulation. */
      file: z.string().optional(),
      sha256: z.string().optional(),
      /** Who makes up replies. */
      model: z.string().optional(),
      /** The seeds of injections, by tool; those without one draw from the run's seed. */
      seeds: z.record(z.string(), z.array(z.number())).optional(),
      /** Where the traffic is written down. */
      recordedTo: z.string().optional(),
      /** Where it is replayed from. */
      replayed: z.object({ file: z.string(), sha256: z.string() }).optional(),
    })
    .optional(),
  /** Who plays the conversations that are not written down. */
  user: z.object({ model: z.string(), config: JsonObject.optional() }).optional(),
  metrics: z.array(
    z.object({
      name: z.string(),
      threshold: z.number().optional(),
      options: JsonObject.optional(),
      /** Who judges, where somebody does. */
      judge: z.string().optional(),
      polarity: Polarity.optional(),
    }),
  ),
  repeat: z.number(),
  concurrency: z.number(),
  /** Seeds the bootstrap, so that the same results give the same intervals, and the draws of declared mocks. */
  seed: z.number(),
  adkCompat: z.boolean(),
  failOn: z.array(z.string()),
  /** The session of `shinsa watch` that it is a round of, and the process that watches. */
  watch: z.object({ session: z.string(), processId: z.number() }).optional(),
  /** How often the judges of metrics are wrong, as it was measured on other results. */
  judgeErrors: z.array(JudgeErrors.extend({ metric: z.string() })).optional(),
  /** How its judges stand: on what they were admitted, where somebody asked. */
  admissions: z.array(JudgeStanding).optional(),
  /** Whether results come in an order of chance, and stop when the gate is decided. */
  stopEarly: z.boolean().optional(),
  /** Seeds that order: drawn for each run where nobody set a seed, lest every build passes over the same cases; else `seed`. */
  orderSeed: z.number().optional(),
  /** Of an arm that stops when it is decided: the run of the first arm, that arm's name, and how many pairs the arms make. */
  comparedWith: z.object({ runId: z.string(), arm: z.string(), pairs: z.number() }).optional(),
  /** Which command line made the run; opaque to everyone but `config/`. */
  origin: JsonObject.optional(),
})
export type RunPlan = z.infer<typeof RunPlan>

/** Every result is in exactly one of `passed`, `failed`, `error` and `notEvaluated`. */
export const VerdictCounts = z.object({
  total: z.number(),
  /** All but `notEvaluated`: what pass rates are rates of. Absent in runs of older versions. */
  evaluated: z.number().optional(),
  passed: z.number(),
  failed: z.number(),
  /** The agent broke: evaluated, and not passed. */
  error: z.number(),
  notEvaluated: z.number(),
  /** Of `notEvaluated`: a metric, a judge, the dataset or what stands around the agent broke. */
  broken: z.number().optional(),
})
export type VerdictCounts = z.infer<typeof VerdictCounts>

/** How many results were evaluated, whichever version counted them. */
export function evaluatedOf({ total, notEvaluated }: VerdictCounts): number {
  return total - notEvaluated
}

/** One metric over all results. An estimate is null where nothing was scored. */
export const MetricSummary = z.object({
  metric: z.string(),
  scored: z.number(),
  passed: z.number(),
  failed: z.number(),
  measured: z.number(),
  notEvaluated: z.number(),
  /** The metric, a judge or the dataset broke. */
  error: z.number(),
  /** The agent broke, so that there was nothing to score; absent in runs of older versions, as is `notApplicable`. */
  agentErrors: z.number().optional(),
  /** The case asks for nothing that the metric could look at, or nobody reported the quantity. */
  notApplicable: z.number().optional(),
  /** Of what was scored and the agent's errors, which did not pass. */
  passRate: Estimate.nullable(),
  /** The pass rate corrected by the error rates of its judge; null where the judge says next to nothing. */
  byJudgeErrors: z.object({ estimate: Estimate.nullable(), errors: JudgeErrors }).optional(),
  /** Of values 0–1, or in `unit` for what is measured and not judged. */
  mean: Estimate.nullable(),
  /** Of the scored values. */
  lowest: z.number().optional(),
  highest: z.number().optional(),
  unit: z.string().optional(),
  /** Who judged, where somebody did. */
  judges: z.array(z.string()).optional(),
  /** By which instructions, each with its version and the beginning of its text's SHA-256 where a model was given it. */
  instructions: z.array(z.string()).optional(),
})
export type MetricSummary = z.infer<typeof MetricSummary>

/** How steady the agent is when a case is repeated; see `statistics/pass-at-k.ts`. */
export const RepeatSummary = z.object({
  repeat: z.number(),
  /** Cases that passed in some repeats and not in others. */
  flaky: z.number(),
  /** The first of them by name. */
  flakyCases: z.array(z.string()),
  passAtK: z.array(z.object({ k: z.number(), estimate: Estimate })),
  passHatK: z.array(z.object({ k: z.number(), estimate: Estimate })),
})
export type RepeatSummary = z.infer<typeof RepeatSummary>

/** Whether anybody asked for anything; under `none` alone a gate is open whatever came out, which is no pass. */
export function isGated({ rules }: Pick<GateResult, 'rules'>): boolean {
  return rules.some((rule) => rule !== 'none')
}

export const GateResult = z.object({ passed: z.boolean(), rules: z.array(z.string()), reasons: z.array(Message) })
export type GateResult = z.infer<typeof GateResult>

/**
 * What a run is against a baseline, by a paired test; `unsure` where so few cases could not have shown a loss, `not-compared`
 * where no case was evaluated in both.
 */
export const BaselineVerdict = z.object({
  outcome: z.enum(['worse', 'better', 'same', 'unsure', 'not-compared']),
  reason: Message,
  notes: z.array(Message),
})
export type BaselineVerdict = z.infer<typeof BaselineVerdict>

/** How a gate was decided before all results were there. `risk` is how often at most the whole run says otherwise; 0 is never. */
export const StoppedEarly = z.object({
  /** So many results decided it, in the order in which they were played; those that were under way then came on top. */
  after: z.number(),
  of: z.number(),
  risk: z.number(),
  /** The rules that were decided: one that closes the gate, or all of them. */
  rules: z.array(
    z.object({
      rule: z.string(),
      gate: z.enum(['open', 'closed']),
      after: z.number(),
      risk: z.number(),
      reason: Message,
      /** Of arms: what this one is against the first. */
      outcome: z.enum(['better', 'worse']).optional(),
    }),
  ),
})
export type StoppedEarly = z.infer<typeof StoppedEarly>

/**
 * Describes what came out of a run: counts, the pass rate with its interval (0–1), one entry for each metric, cost, and
 * whether the gate passed. An estimate is null where nothing was evaluated.
 *
 * @example
 * const line = ({ results, gate }: RunSummary) => `${results.passed} of ${results.total}: ${gate.passed ? 'go' : 'stop'}`
 * const { run } = await evaluate({ dataset: 'weather.evalset.json', agent })
 * run.summary && line(run.summary)
 */
export const RunSummary = z.object({
  /** Results, that is cases × repeats. */
  results: VerdictCounts,
  /** Results that the plan covers and that are not there: the run was stopped. */
  unfinished: z.number(),
  /** Results whose conversation was cut off because the simulated user had no turns left; absent where none was. */
  turnLimits: z.number().optional(),
  /** What is known of the exchanges and how, and how many answers were cut. */
  evidence: EvidenceCounts.optional(),
  /** Of the evaluated results; null where there is none. */
  passRate: Estimate.nullable(),
  /** The same if everything that was not evaluated had failed, which gates go by; absent where all was evaluated. */
  passRateAtWorst: Estimate.optional(),
  metrics: z.array(MetricSummary),
  repeats: RepeatSummary.optional(),
  /** What set metrics say of all results together, by their names; each has a schema of its own. */
  sets: z.record(z.string(), z.unknown()).optional(),
  /** What people's labels make of it; in no stored run, since labels come later. */
  corrected: CorrectedSummary.optional(),
  /** Absent where the run had no baseline, and where it was stopped. */
  baseline: BaselineVerdict.optional(),
  /** Absent where the run was not to stop early, or was whole before it was decided. */
  stoppedEarly: StoppedEarly.optional(),
  cost: Cost,
  /** How its judges stand; absent where nobody asks and none was ever admitted. */
  admissions: z.array(JudgeStanding).optional(),
  gate: GateResult,
  /** What else a reader should know, such as mocks that nobody used. */
  notes: z.array(Message).optional(),
  /** What agents or metrics threw where nobody waited for it. What it did to a verdict nobody knows. */
  unawaitedErrors: z.array(Message).optional(),
})
export type RunSummary = z.infer<typeof RunSummary>

/** What is to be said of a run beside its numbers: what its code threw unheard, and what else a reader should know. */
export function noticesOf({ unawaitedErrors = [], notes = [] }: RunSummary): readonly Message[] {
  return [...unawaitedErrors, ...notes]
}

/** Where a run stands. `interrupted` was stopped by a person, `running` may also mean that its process died. */
export const RunStatus = z.enum(['running', 'interrupted', 'finished'])
export type RunStatus = z.infer<typeof RunStatus>

/** What people say of a run afterwards; a name takes the place of the one that it began with. */
export const RunNote = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  tags: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
  pinned: z.boolean().optional(),
})
export type RunNote = z.infer<typeof RunNote>

/** A run as the store knows it. */
export const Run: z.ZodType<Run> = z.object({
  plan: RunPlan,
  note: RunNote.optional(),
  status: RunStatus,
  processId: z.number().optional(),
  elsewhere: z.object({ host: z.string(), isAlive: z.boolean() }).optional(),
  endedAt: z.string().optional(),
  durationMs: z.number().optional(),
  summary: RunSummary.optional(),
})
// Written out, since what a compiler makes of the schema has everything that stands in it once more.
export type Run = {
  plan: RunPlan
  note?: RunNote | undefined
  status: RunStatus
  /** The process that works on it, or did. */
  processId?: number | undefined
  /** Where that process is, if not on this machine, and whether it was seen there lately; of stores that many machines use. */
  elsewhere?: { host: string; isAlive: boolean } | undefined
  endedAt?: string | undefined
  durationMs?: number | undefined
  summary?: RunSummary | undefined
}

/** Whether its process is there: here by its number, elsewhere by what the store knows of it. Workers need none. */
export function hasProcess(
  { processId, elsewhere, plan }: Pick<Run, 'processId' | 'elsewhere' | 'plan'>,
  isAlive: (processId: number, runId: string) => boolean,
): boolean {
  if (isQueued(plan)) return true
  return elsewhere?.isAlive ?? (processId !== undefined && isAlive(processId, plan.runId))
}

/** Whether workers play it, on whatever machines: then no process tells whether anybody is at work on it. */
export function isQueued({ origin }: Pick<RunPlan, 'origin'>): boolean {
  return origin?.['queue'] === true
}
