import { z } from 'zod'
import { JudgeStanding } from './judge-standing.ts'
import { JsonObject } from '../basics/json.ts'
import { Cost, EvidenceCounts } from './case-result.ts'
import { CorrectedSummary, Estimate, JudgeErrors } from './estimate.ts'
import { Message } from '../basics/message.ts'
import { Polarity } from '../metric.ts'

/** The settings of a run: enough to understand it later and to resume it. */
export const RunPlan = z.object({
  runId: z.string(),
  name: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  version: z.string(),
  /** The commit of the repository around the working directory when the run began. */
  commit: z.string().optional(),
  /** The config file in use, relative to the working directory, and its hash. */
  config: z.object({ file: z.string(), sha256: z.string() }).optional(),
  /** The criteria file used beside or instead of it, which names metrics and thresholds. */
  criteria: z.object({ file: z.string(), sha256: z.string() }).optional(),
  dataset: z.object({
    id: z.string(),
    name: z.string().optional(),
    path: z.string().optional(),
    format: z.string(),
    /** Hash of the file's bytes: a run resumes on the same data only. */
    sha256: z.string().optional(),
    /** The number of selected cases. */
    cases: z.number(),
    /** The number of all cases, where only some are selected. */
    total: z.number().optional(),
    selected: z.array(z.string()).optional(),
  }),
  target: z.object({
    name: z.string(),
    /** The models of an agent of a pack; unknown for the user's own agent. */
    models: z.array(z.string()).optional(),
  }),
  /** The stand-in for the agent's real tools. */
  environment: z
    .object({
      file: z.string().optional(),
      sha256: z.string().optional(),
      model: z.string().optional(),
      /** The seeds of injections, by tool; injections without one use the run's seed. */
      seeds: z.record(z.string(), z.array(z.number())).optional(),
      recordedTo: z.string().optional(),
      replayed: z.object({ file: z.string(), sha256: z.string() }).optional(),
    })
    .optional(),
  user: z.object({ model: z.string(), config: JsonObject.optional() }).optional(),
  metrics: z.array(
    z.object({
      name: z.string(),
      threshold: z.number().optional(),
      options: JsonObject.optional(),
      judge: z.string().optional(),
      polarity: Polarity.optional(),
    }),
  ),
  repeat: z.number(),
  concurrency: z.number(),
  /** Seeds the bootstrap, so that equal results give equal intervals, and the draws of declared mocks. */
  seed: z.number(),
  adkCompat: z.boolean(),
  failOn: z.array(z.string()),
  watch: z.object({ session: z.string(), processId: z.number() }).optional(),
  /** Error rates of the metrics' judges, measured on other results. */
  judgeErrors: z.array(JudgeErrors.extend({ metric: z.string() })).optional(),
  /** The admission of its judges, where it was requested. */
  admissions: z.array(JudgeStanding).optional(),
  /** True when cases are played in random order and the run stops once the gate is decided. */
  stopEarly: z.boolean().optional(),
  /** The seed of that order: `seed` if it was set, else drawn for each run, lest all builds skip the same cases. */
  orderSeed: z.number().optional(),
  /** For an arm that stops once it is decided: the first arm's run and name, and the number of pairs of arms. */
  comparedWith: z.object({ runId: z.string(), arm: z.string(), pairs: z.number() }).optional(),
  /** The request that made the run, in the form that `compose/` reads when the run is resumed. */
  origin: JsonObject.optional(),
})
export type RunPlan = z.infer<typeof RunPlan>

/** Each result counts in exactly one of `passed`, `failed`, `error` and `notEvaluated`. */
export const VerdictCounts = z.object({
  total: z.number(),
  /** All but `notEvaluated`: the denominator of pass rates. Absent in runs of older versions. */
  evaluated: z.number().optional(),
  passed: z.number(),
  failed: z.number(),
  /** The agent failed: evaluated, and not passed. */
  error: z.number(),
  notEvaluated: z.number(),
  /** Those of `notEvaluated` where a metric, a judge, the dataset or the agent's surroundings failed. */
  broken: z.number().optional(),
  /** Cases of the dataset that were not selected, and are in no other count; absent when all were. */
  notSelected: z.number().optional(),
})
export type VerdictCounts = z.infer<typeof VerdictCounts>

/** Returns the number of evaluated results; older versions did not store it. */
export function evaluatedOf({ total, notEvaluated }: VerdictCounts): number {
  return total - notEvaluated
}

/** One metric over all results. An estimate is null when nothing was scored. */
export const MetricSummary = z.object({
  metric: z.string(),
  scored: z.number(),
  passed: z.number(),
  failed: z.number(),
  measured: z.number(),
  /** Results of which only a part was reported; in no mean. */
  reportedInPart: z.number().optional(),
  notEvaluated: z.number(),
  /** Results where the metric, a judge or the dataset failed. */
  error: z.number(),
  /** The agent failed and nothing could be scored; absent, as `notApplicable`, in runs of older versions. */
  agentErrors: z.number().optional(),
  /** Results where the case has nothing for the metric to check, or the quantity was not reported. */
  notApplicable: z.number().optional(),
  /** Over scored results and the agent's errors, which did not pass. */
  passRate: Estimate.nullable(),
  /** The pass rate corrected by the judge's error rates; null when the judge carries almost no information. */
  byJudgeErrors: z.object({ estimate: Estimate.nullable(), errors: JudgeErrors }).optional(),
  /** In 0–1 for scores, in `unit` for measured quantities. */
  mean: Estimate.nullable(),
  lowest: z.number().optional(),
  highest: z.number().optional(),
  unit: z.string().optional(),
  judges: z.array(z.string()).optional(),
  /** The instructions used, each with its version and, for a model, the beginning of its text's SHA-256. */
  instructions: z.array(z.string()).optional(),
})
export type MetricSummary = z.infer<typeof MetricSummary>

/** How consistent the agent is over repeats; see `statistics/pass-at-k.ts`. */
export const RepeatSummary = z.object({
  repeat: z.number(),
  flaky: z.number(),
  flakyCases: z.array(z.string()),
  passAtK: z.array(z.object({ k: z.number(), estimate: Estimate })),
  passHatK: z.array(z.object({ k: z.number(), estimate: Estimate })),
})
export type RepeatSummary = z.infer<typeof RepeatSummary>

/** True when a rule other than `none` is set: with `none` alone an open gate is no pass. */
export function isGated({ rules }: Pick<GateResult, 'rules'>): boolean {
  return rules.some((rule) => rule !== 'none')
}

export const GateResult = z.object({ passed: z.boolean(), rules: z.array(z.string()), reasons: z.array(Message) })
export type GateResult = z.infer<typeof GateResult>

/**
 * The run compared with a baseline by a paired test; `unsure` when there are too few cases to detect a loss,
 * `not-compared` when both evaluated no case in common.
 */
export const BaselineVerdict = z.object({
  outcome: z.enum(['worse', 'better', 'same', 'unsure', 'not-compared']),
  reason: Message,
  notes: z.array(Message),
})
export type BaselineVerdict = z.infer<typeof BaselineVerdict>

/** How the gate was decided before all results were in. `risk` bounds how often the whole run decides otherwise. */
export const StoppedEarly = z.object({
  /** The number of results, in the order of play, that decided it; results already under way came in addition. */
  after: z.number(),
  of: z.number(),
  risk: z.number(),
  /** The decided rules: one that closes the gate, or all of them. */
  rules: z.array(
    z.object({
      rule: z.string(),
      gate: z.enum(['open', 'closed']),
      after: z.number(),
      risk: z.number(),
      reason: Message,
      /** For arms: this one compared with the first. */
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
  results: VerdictCounts,
  /** Planned results that are missing because the run was stopped. */
  unfinished: z.number(),
  /** Results whose simulated user ran out of turns; absent when there are none. */
  turnLimits: z.number().optional(),
  /** How the evidence of exchanges is known, and how many answers were cut. */
  evidence: EvidenceCounts.optional(),
  /** Over the evaluated results; null when there is none. */
  passRate: Estimate.nullable(),
  /** The pass rate if everything unevaluated had failed, which gates use; absent when all was evaluated. */
  passRateAtWorst: Estimate.optional(),
  metrics: z.array(MetricSummary),
  repeats: RepeatSummary.optional(),
  sets: z.record(z.string(), z.unknown()).optional(),
  /** The corrections by people's labels; never stored, since labels come later. */
  corrected: CorrectedSummary.optional(),
  /** Absent without a baseline, and when the run was stopped. */
  baseline: BaselineVerdict.optional(),
  /** Absent unless the run was to stop early and was decided before its end. */
  stoppedEarly: StoppedEarly.optional(),
  cost: Cost,
  /** The admission of its judges; absent when not requested and none was ever admitted. */
  admissions: z.array(JudgeStanding).optional(),
  gate: GateResult,
  /** Such as mocks that were never used. */
  notes: z.array(Message).optional(),
  /** Errors thrown outside of any awaited call by agents or metrics; their effect on verdicts is unknown. */
  unawaitedErrors: z.array(Message).optional(),
})
export type RunSummary = z.infer<typeof RunSummary>

/** Lists the remarks on a run beside its numbers: unawaited errors first, then notes. */
export function noticesOf({ unawaitedErrors = [], notes = [] }: RunSummary): readonly Message[] {
  return [...unawaitedErrors, ...notes]
}

/** `interrupted` was stopped by a person; `running` may also mean that its process died. */
export const RunStatus = z.enum(['running', 'interrupted', 'finished'])
export type RunStatus = z.infer<typeof RunStatus>

/** People's note on a run; its name replaces the one that the run began with. */
export const RunNote = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  tags: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
  pinned: z.boolean().optional(),
})
export type RunNote = z.infer<typeof RunNote>

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
// Written out, because the type inferred from the schema repeats every nested type in full.
export type Run = {
  plan: RunPlan
  note?: RunNote | undefined
  status: RunStatus
  /** The process that works on it, or did last. */
  processId?: number | undefined
  /** The host of that process when it is another machine, and whether it was seen lately; for shared stores. */
  elsewhere?: { host: string; isAlive: boolean } | undefined
  endedAt?: string | undefined
  durationMs?: number | undefined
  summary?: RunSummary | undefined
}

/** True when the run's process is alive, here by process id, elsewhere by the store. A queued run needs no process. */
export function hasProcess(
  { processId, elsewhere, plan }: Pick<Run, 'processId' | 'elsewhere' | 'plan'>,
  isAlive: (processId: number, runId: string) => boolean,
): boolean {
  if (isQueued(plan)) return true
  return elsewhere?.isAlive ?? (processId !== undefined && isAlive(processId, plan.runId))
}

/** True when workers on any machine play the run, so that no single process shows its liveness. */
export function isQueued({ origin }: Pick<RunPlan, 'origin'>): boolean {
  return origin?.['queue'] === true
}
