import { z } from 'zod'
import {
  VerdictCounts,
  Estimate,
  Verdict,
  Message,
  EvalCase,
  Invocation,
  Score,
  CaseResult,
  Run,
  ReportSection,
} from '../../core/index.ts'
import { variantShape } from '../../settings/kind.ts'
import { TraceRow } from '../trace/trace-row.ts'
import { ApiProblem } from './basics.ts'
import { ResultView } from '../../core/run/result-view.ts'

/** `stopped` means that the run did not finish and its process is gone. */
export const RunState = z.enum(['running', 'interrupted', 'stopped', 'finished'])
export type RunState = z.infer<typeof RunState>

export const RunRow = z.object({
  runId: z.string(),
  name: z.string().optional(),
  createdAt: z.string(),
  tags: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
  state: RunState,
  dataset: z.string(),
  target: z.string(),
  /** The same for runs of the same cases, compared by content, and the same target. */
  series: z.string(),
  /** True when the run evaluated all its cases, so that it is a point of its series. */
  inTrend: z.boolean(),
  judges: z.array(z.string()),
  planned: z.number(),
  /** The number of repeats of each case. */
  repeat: z.number(),
  results: VerdictCounts.optional(),
  /** The number of results so far; only for a run in progress. */
  done: z.number().optional(),
  passRate: Estimate.nullable(),
  /** Absent until the run has ended, and where it has no gate. */
  gatePassed: z.boolean().optional(),
  metrics: z.array(z.object({ metric: z.string(), mean: Estimate.nullable(), unit: z.string().optional() })),
  calibrates: z.boolean(),
  /** The evaluation that the run is an arm of, and the arm's name. */
  arm: z.object({ of: z.string(), name: z.string() }).optional(),
  /** Set for a run that only tries something: its dataset and agent, its cases, and the settings that were varied. */
  trial: z.object({ of: z.string(), cases: z.array(z.string()), variant: variantShape }).optional(),
  /** US dollars of the models that evaluate: judges, simulated users and tools; absent when unknown. */
  judgeDollars: z.number().optional(),
  durationMs: z.number().optional(),
  agent: z
    .object({
      dollars: z.number().optional(),
      /** True when calls or exchanges of unknown cost come on top. */
      costsMore: z.boolean(),
      seconds: z.number().optional(),
    })
    .optional(),
})
export type RunRow = z.infer<typeof RunRow>

const FoundCase = z.object({
  runId: z.string(),
  run: z.string(),
  position: z.number(),
  repeat: z.number(),
  caseId: z.string(),
  where: z.enum(['id', 'question', 'answer']),
  text: z.string(),
  verdict: Verdict.optional(),
})

export const FoundCases = z.object({ cases: z.array(FoundCase), complete: z.boolean() })
export type FoundCases = z.infer<typeof FoundCases>

export const ScoreCell = z.object({
  metric: z.string(),
  /** `error`: the agent failed. `broken`: a metric, a judge or the dataset failed. */
  status: z.enum(['passed', 'failed', 'measured', 'not-evaluated', 'not-applicable', 'error', 'broken']),
  value: z.number().optional(),
  unit: z.string().optional(),
})
export type ScoreCell = z.infer<typeof ScoreCell>

/** The part of a result that a table shows, small enough to send ten thousand of them. */
export const CaseRow = z.object({
  position: z.number(),
  repeat: z.number(),
  caseId: z.string(),
  /** Absent while the case is being evaluated. */
  verdict: Verdict.optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** The short values of the case's other metadata. */
  metadata: z.record(z.string(), z.string()).optional(),
  /** The beginning of the question and of the last answer. */
  question: z.string(),
  answer: z.string().optional(),
  /** The beginning of the answer that was expected last. */
  expected: z.string().optional(),
  reason: Message.optional(),
  metric: z.string().optional(),
  scores: z.array(ScoreCell),
  /** True when a judge's samples disagreed. */
  judgeDisagreed: z.boolean(),
  flaky: z.boolean(),
  /** US dollars of the agent; absent when unknown. */
  dollars: z.number().optional(),
  /** US dollars of the models that evaluate; absent when unknown. */
  judgeDollars: z.number().optional(),
  tokens: z.number().optional(),
  durationMs: z.number().optional(),
})
export type CaseRow = z.infer<typeof CaseRow>

export const CasePage = z.object({
  rows: z.array(CaseRow),
  /** The position at which the next page begins; null at the end. */
  next: z.number().nullable(),
  /** The number of rows, as far as they have been counted. */
  counted: z.number(),
  /** The number of cases that match the view so far, and the number of rows that were searched for them. */
  fitting: z.number().optional(),
  looked: z.number().optional(),
})
export type CasePage = z.infer<typeof CasePage>

/** One repeat of one case, whether it has ended or not. */
export const CaseDetail = z.object({
  position: z.number(),
  repeat: z.number(),
  evalCase: EvalCase,
  invocations: z.array(Invocation),
  scores: z.array(Score),
  result: CaseResult.optional(),
  /** The turns that were shortened to their first events, with their number of events; the route `trace` has the rest. */
  cut: z.array(z.object({ turn: z.number(), events: z.number() })).optional(),
  /** The cost of each event of each turn in US dollars; null where the price list does not say it. */
  dollars: z.array(z.array(z.number().nullable())).optional(),
})
export type CaseDetail = z.infer<typeof CaseDetail>

export const TracePage = z.object({
  rows: z.array(TraceRow),
  total: z.number(),
  span: z.object({ startedAt: z.number(), seconds: z.number() }).optional(),
})
export type TracePage = z.infer<typeof TracePage>

export const RunDetail = z.object({
  run: Run,
  state: RunState,
  /** True when this server works on the run and so can stop it. */
  here: z.boolean().optional(),
  trouble: ApiProblem.optional(),
  warnings: z.array(Message).optional(),
  /** Report sections of its pack or of custom set metrics, about all results together. */
  sections: z.array(ReportSection).optional(),
  command: z.string().optional(),
  /** The result file that its pack writes, relative to the project's folder. */
  resultFile: z.string().optional(),
  /** The newest round of the `shinsa watch` session that the run belongs to, while the session goes on. */
  latestRound: z.string().optional(),
  /** SHA-256 of the agents' instructions, where the agents report them. */
  prompt: z.string().optional(),
  rerunOf: z.string().optional(),
  /** Set where a report has only some results: the filter, and the verdict counts of these results. */
  view: ResultView.optional(),
})
export type RunDetail = z.infer<typeof RunDetail>

export const Progress = z.object({
  done: z.number(),
  planned: z.number(),
  results: VerdictCounts,
  /** The cost so far in US dollars, as far as it is known; absent until something is paid. */
  dollars: z.number().optional(),
})
export type Progress = z.infer<typeof Progress>

/** An event of a run in progress. `rows` are those that are new or changed. */
export const RunNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), state: RunState, progress: Progress }),
  z.object({ type: z.literal('rows'), rows: z.array(CaseRow) }),
  z.object({ type: z.literal('end'), detail: RunDetail }),
  z.object({ type: z.literal('deleted'), runId: z.string() }),
])
export type RunNews = z.infer<typeof RunNews>

/** `runs`: the list of runs has changed. `beat`: the server is alive. */
export const ServerNews = z.discriminatedUnion('type', [
  ...RunNews.options,
  z.object({ type: z.literal('runs') }),
  z.object({ type: z.literal('beat') }),
])
export type ServerNews = z.infer<typeof ServerNews>
