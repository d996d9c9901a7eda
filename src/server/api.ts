import { z } from 'zod'
import { settingsShape } from '../settings/check-values.ts'
import { runSettings } from '../settings/run-settings.ts'
import {
  CaseResult,
  Citation,
  CorrectedComparison,
  Estimate,
  Measurement,
  EvalCase,
  Failure,
  HumanLabel,
  Invocation,
  Message,
  ReportSection,
  ReviewVerdict,
  Run,
  Score,
  Verdict,
  VerdictCounts,
  isLabelOrNote,
} from '../core/index.ts'
import { CorrectedSummary } from '../core/run/estimate.ts'
import { ResultView } from '../core/run/result-view.ts'
import { JudgeAgreement, Rating } from '../core/judge-agreement.ts'
import { CaseDocuments, DocumentReview, Override, PageText, ReviewedDocument } from '../packs/review/document-review.ts'
import { ReviewSummary } from '../statistics/review-measures.ts'
import { TraceDetail, TraceRow } from './trace/trace-row.ts'

/**
 * What the page and the server say to each other: every route once, with the shapes of what goes in and what comes out.
 * The server refuses what does not fit; the page has the types only.
 */

/** A name that the server gave out. It never is a path: what it stands for is looked up. */
const Id = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/)
const Count = z.coerce.number().int().min(0).max(10_000_000)
const Text = z.string().max(1_000_000)
const ShortText = z.string().max(10_000)

/** Trouble, in words for people. `code` is that of an `EvalError`, or says which check of the server refused. */
export const ApiProblem = z.object({ code: z.string(), sentence: Message, hint: Message.optional() })
export type ApiProblem = z.infer<typeof ApiProblem>

/** What this server is and what it can do; a page hides what nobody gave the server. */
export const About = z.object({
  version: z.string(),
  /** The folder's name, never its path. */
  project: z.string(),
  /** Who asks, where a proxy in front of the server says so: what they label bears this name. */
  person: z.string().optional(),
  capabilities: z.array(z.enum(['runs', 'datasets', 'labels', 'runbook', 'reviews', 'export'])),
})
export type About = z.infer<typeof About>

/** `stopped`: nobody finished it and its process is gone. */
export const RunState = z.enum(['running', 'interrupted', 'stopped', 'finished'])
export type RunState = z.infer<typeof RunState>

export const RunRow = z.object({
  runId: z.string(),
  name: z.string().optional(),
  createdAt: z.string(),
  state: RunState,
  dataset: z.string(),
  target: z.string(),
  /** The same for runs of the same cases, by content, and the same target. */
  series: z.string(),
  /** Whether it says how the whole series went on, and not only its first cases. */
  inTrend: z.boolean(),
  judges: z.array(z.string()),
  /** How many results the plan covers. */
  planned: z.number(),
  results: VerdictCounts.optional(),
  /** Of a run at work: how many results are there. */
  done: z.number().optional(),
  passRate: Estimate.nullable(),
  /** Absent until the run has ended, and where no gate was asked for. */
  gatePassed: z.boolean().optional(),
  metrics: z.array(z.object({ metric: z.string(), mean: Estimate.nullable(), unit: z.string().optional() })),
  /** Whether the run says what stated confidence is worth. */
  calibrates: z.boolean(),
  /** US dollars of models beside the agent; absent when nobody knows. */
  dollars: z.number().optional(),
  durationMs: z.number().optional(),
})
export type RunRow = z.infer<typeof RunRow>

/** One score in a table: its number where there is one, and what it means. */
export const ScoreCell = z.object({
  metric: z.string(),
  /** `error`: the agent broke. `broken`: a metric, a judge or the dataset. */
  status: z.enum(['passed', 'failed', 'measured', 'not-evaluated', 'not-applicable', 'error', 'broken']),
  value: z.number().optional(),
  /** Of what is measured. */
  unit: z.string().optional(),
})
export type ScoreCell = z.infer<typeof ScoreCell>

/** A result with just what a table shows, so that ten thousand of them are few. */
export const CaseRow = z.object({
  position: z.number(),
  repeat: z.number(),
  caseId: z.string(),
  /** Absent while it is being evaluated. */
  verdict: Verdict.optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** What else the dataset says of the case, as far as it is short. */
  metadata: z.record(z.string(), z.string()).optional(),
  /** The first words of what was asked, and of the last answer. */
  question: z.string(),
  answer: z.string().optional(),
  /** Why it did not pass; the first reason. */
  reason: Message.optional(),
  metric: z.string().optional(),
  scores: z.array(ScoreCell),
  /** Samples of a judge were not of one mind. */
  judgeDisagreed: z.boolean(),
  /** Passed in some repeats and not in others. */
  flaky: z.boolean(),
  dollars: z.number().optional(),
  tokens: z.number().optional(),
  durationMs: z.number().optional(),
})
export type CaseRow = z.infer<typeof CaseRow>

export const CasePage = z.object({
  rows: z.array(CaseRow),
  /** Where the next page begins; null at the end. */
  next: z.number().nullable(),
  /** How many rows there are, as far as they were counted. */
  counted: z.number(),
  /** Of a view: how many cases fit it so far, and how many rows were looked at for that. */
  fitting: z.number().optional(),
  looked: z.number().optional(),
})
export type CasePage = z.infer<typeof CasePage>

/** One repeat of one case, ended or not. */
export const CaseDetail = z.object({
  position: z.number(),
  repeat: z.number(),
  evalCase: EvalCase,
  invocations: z.array(Invocation),
  scores: z.array(Score),
  result: CaseResult.optional(),
  /** Exchanges that came with their first events only, and how many they have; `trace` has the rest. */
  cut: z.array(z.object({ turn: z.number(), events: z.number() })).optional(),
  /** What the events of each exchange cost, as far as the list of prices says it of their models. */
  dollars: z.array(z.array(z.number().nullable())).optional(),
})
export type CaseDetail = z.infer<typeof CaseDetail>

/** Some rows of a trace, and how many it has. */
export const TracePage = z.object({
  rows: z.array(TraceRow),
  total: z.number(),
  span: z.object({ startedAt: z.number(), seconds: z.number() }).optional(),
})
export type TracePage = z.infer<typeof TracePage>

export const RunDetail = z.object({
  run: Run,
  state: RunState,
  /** Whether this server is at work on it, and so can stop it. */
  here: z.boolean().optional(),
  /** Why it broke off, where this server saw it. */
  trouble: ApiProblem.optional(),
  /** What this server noticed that people should hear. */
  warnings: z.array(Message).optional(),
  /** What its product, or a set metric of somebody's own, says of all results together. */
  sections: z.array(ReportSection).optional(),
  /** What asks for the same again, on a command line. */
  command: z.string().optional(),
  /** The file that its requirement asks for, seen from the project's folder. */
  resultFile: z.string().optional(),
  /** While a session of `shinsa watch` goes on that it is a round of: the newest round. */
  latestRound: z.string().optional(),
  /** SHA-256 of what its agents were told, where they tell it. */
  prompt: z.string().optional(),
  /** The run whose cases were played again. */
  rerunOf: z.string().optional(),
  /** Of a report that has only some results: which, and how these came out. */
  view: ResultView.optional(),
})
export type RunDetail = z.infer<typeof RunDetail>

export const Progress = z.object({
  done: z.number(),
  planned: z.number(),
  results: VerdictCounts,
  /** US dollars so far of models beside the agent; absent when nobody knows. */
  dollars: z.number().optional(),
})
export type Progress = z.infer<typeof Progress>

/** What is sent while a run goes on. `rows` are those that are new or changed. */
export const RunNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), state: RunState, progress: Progress }),
  z.object({ type: z.literal('rows'), rows: z.array(CaseRow) }),
  z.object({ type: z.literal('end'), detail: RunDetail }),
])
export type RunNews = z.infer<typeof RunNews>

/** `runs`: the list of runs is another one than before. `beat`: the server is still there. */
export const ServerNews = z.discriminatedUnion('type', [
  ...RunNews.options,
  z.object({ type: z.literal('runs') }),
  z.object({ type: z.literal('beat') }),
])
export type ServerNews = z.infer<typeof ServerNews>

const SettingDifference = z.object({
  setting: z.enum([
    'dataset',
    'cases',
    'target',
    'models',
    'prompt',
    'commit',
    'config',
    'environment',
    'metrics',
    'threshold',
    'options',
    'judge',
    'instruction',
    'repeat',
    'user',
    'adk-compat',
    'version',
  ]),
  metric: z.string().optional(),
  first: z.string(),
  second: z.string(),
})

/** One run of a series that was evaluated to its end. */
export const TrendPoint = z.object({
  runId: z.string(),
  name: z.string().optional(),
  createdAt: z.string(),
  /** Absent where no gate was asked for. */
  gatePassed: z.boolean().optional(),
  results: VerdictCounts,
  passRate: Estimate,
  metrics: z.array(
    z.object({
      metric: z.string(),
      passRate: Estimate.nullable(),
      mean: Estimate.nullable(),
      unit: z.string().optional(),
    }),
  ),
  /** What it was told differently from the point before it. */
  changes: z.array(SettingDifference),
})
export type TrendPoint = z.infer<typeof TrendPoint>

export const Trend = z.object({
  /** Newest first. */
  series: z.array(
    z.object({
      id: z.string(),
      /** The same for the same cases, whatever they were asked of. */
      content: z.string(),
      dataset: z.string(),
      target: z.string(),
      cases: z.number(),
      /** How many of its runs are points. */
      points: z.number(),
    }),
  ),
  /** The series of the points; absent where there are no runs. */
  chosen: z.string().optional(),
  /** Oldest first. */
  points: z.array(TrendPoint),
  /** Runs of the series that were stopped, go on, or of which nothing was evaluated. */
  leftOut: z.number(),
})
export type Trend = z.infer<typeof Trend>

const ComparedRun = z.object({
  runId: z.string(),
  name: z.string().optional(),
  passRate: Estimate.nullable(),
  results: VerdictCounts.optional(),
})

const NamedCases = z.object({ count: z.number(), caseIds: z.array(z.string()) })

const why = z.enum(['judge', 'metric', 'dataset', 'user', 'environment', 'abstained', 'not-run'])
const UnevaluatedCases = NamedCases.extend({ why: z.array(z.object({ reason: why, count: z.number() })) })

const paired = { name: z.string(), p: z.number(), difference: Estimate }
const means = { n: z.number(), first: z.number(), second: z.number(), difference: Estimate }

export const Comparison = z.object({
  first: ComparedRun,
  second: ComparedRun,
  cases: z.array(
    z.object({
      caseId: z.string(),
      first: Verdict.optional(),
      second: Verdict.optional(),
      positions: z.object({ first: z.number().optional(), second: z.number().optional() }),
      /** Those that moved; of ten thousand cases the others would be most of what is sent. */
      values: z.array(z.object({ metric: z.string(), first: z.number().nullable(), second: z.number().nullable() })),
      change: z.enum(['better', 'worse']).optional(),
      moved: z.enum(['better', 'worse', 'other']).optional(),
      changed: z.boolean().optional(),
    }),
  ),
  better: z.number(),
  worse: z.number(),
  same: z.number(),
  moved: z.object({ better: z.number(), worse: z.number(), other: z.number() }),
  onlyInOne: z.number(),
  settings: z.array(SettingDifference),
  changed: NamedCases,
  onlyIn: z.object({ first: NamedCases, second: NamedCases }),
  unevaluated: z.object({ first: UnevaluatedCases, second: UnevaluatedCases, both: z.number() }),
  test: z
    .object({ ...paired, adjustedP: z.number().optional(), enough: z.boolean(), casesNeeded: z.number().optional() })
    .optional(),
  evaluation: z.object({ ...paired, less: z.boolean() }).optional(),
  metrics: z.array(
    z.object({
      metric: z.string(),
      ...paired,
      ...means,
      adjustedP: z.number(),
      lowerIsBetter: z.boolean().optional(),
    }),
  ),
  quantities: z.array(
    z.object({
      quantity: z.enum([
        'input-tokens',
        'output-tokens',
        'tool-calls',
        'agent-seconds',
        'agent-dollars',
        'judge-dollars',
      ]),
      ...means,
    }),
  ),
  corrected: CorrectedComparison.optional(),
})
export type Comparison = z.infer<typeof Comparison>

/** A reviewer's confidence beside whether it was right, for every row that says both. */
export const CalibrationRow = z.object({
  position: z.number(),
  repeat: z.number(),
  caseId: z.string(),
  expected: ReviewVerdict,
  result: ReviewVerdict,
  confidence: z.number().optional(),
})
export type CalibrationRow = z.infer<typeof CalibrationRow>

export const CalibrationDetail = z.object({ review: ReviewSummary, rows: z.array(CalibrationRow) })
export type CalibrationDetail = z.infer<typeof CalibrationDetail>

/** Something that can be chosen for a run. */
export const Choice = z.object({ id: Id, name: z.string(), about: Message.optional() })
export type Choice = z.infer<typeof Choice>

export const DatasetChoice = Choice.extend({
  format: z.string(),
  cases: z.number(),
  editable: z.boolean(),
  /** One of the examples that ship, and not of the project. */
  shipped: z.boolean().optional(),
  /** Whether it has what an agent answered once, and asks none. */
  recorded: z.boolean().optional(),
  /** Whether its cases are reviews of documents. */
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
  /** Allows models whose price nobody knows, and which no limit can hold. */
  unlimited: z.boolean().optional(),
})
export type RunWish = z.infer<typeof RunWish>

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
const CasesAgain = z.object({
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

export const DatasetPage = z.object({
  dataset: DatasetChoice,
  cases: z.array(z.object({ position: z.number(), evalCase: EvalCase })),
  next: z.number().nullable(),
  /** Of the file when it was read; whoever writes sends it back, so that two editors do not overwrite each other. */
  revision: z.string(),
})
export type DatasetPage = z.infer<typeof DatasetPage>

const Edited = z.object({ revision: z.string() })

/** What a copy in another format would be called, and what that format cannot hold. */
export const DatasetCopy = z.object({ name: z.string(), losses: z.array(Message) })
export type DatasetCopy = z.infer<typeof DatasetCopy>

/** A name and no path, in letters that show, and short enough for every file system. */
const FileName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !/[/\\\p{Cc}]|^\.|[\u202a-\u202e\u2066-\u2069]/u.test(name), 'a file name, not a path')
  .refine((name) => new TextEncoder().encode(name).length <= 240, 'a shorter name')

/** A file from the page; what is in it is base64. */
export const Upload = z.object({ name: FileName, content: z.base64().max(40_000_000) })
export type Upload = z.infer<typeof Upload>

const { metric, aspect, by, value, passed, comment, blind, settles } = HumanLabel.shape

/** What is labelled: an aspect of a metric, the metric, or without one the result as a whole. */
export const LabelSubject = z.object({ metric, aspect })
export type LabelSubject = z.infer<typeof LabelSubject>

/** A person's word on a result, as it comes from the page: a label, or a note without a verdict. */
export const LabelWish = z
  .object({ runId: Id, position: Count, repeat: Count, metric, aspect, value, passed, comment, by, blind, settles })
  .refine(isLabelOrNote, 'a label needs a value, or whether it passed; a note needs a comment')
export type LabelWish = z.infer<typeof LabelWish>

/** A label beside what the run says of the same. */
export const LabelAnswer = z.object({
  label: HumanLabel,
  /** With the verdict that a score stands for. */
  person: Rating,
  /** Absent where the judge said nothing of it. */
  judge: Rating.optional(),
  scores: z.array(Score),
})
export type LabelAnswer = z.infer<typeof LabelAnswer>

/** What can be labelled, and the results in the order in which they are shown: it tells nothing of their verdicts. */
export const LabelQueue = z.object({
  metrics: z.array(
    z.object({
      metric: z.string(),
      /** By somebody, and not by a rule. */
      judged: z.boolean(),
      /** At least one result has a score of it. */
      scored: z.boolean(),
      aspects: z.array(z.string()),
    }),
  ),
  places: z.array(z.object({ position: z.number(), repeat: z.number(), caseId: z.string(), answered: z.boolean() })),
  /** Each result is a pair of answers, of which one is to be preferred. */
  pairs: z.literal(true).optional(),
})
export type LabelQueue = z.infer<typeof LabelQueue>

/** A result without what anybody thought of it; `answer` is there once this person has labelled it. */
export const BlindCase = z.object({
  position: z.number(),
  repeat: z.number(),
  evalCase: EvalCase,
  invocations: z.array(Invocation),
  failure: Failure.optional(),
  answer: LabelAnswer.optional(),
})
export type BlindCase = z.infer<typeof BlindCase>

/** How many labels a run takes for an interval of some width, and which results are to be labelled next. */
export const LabelPlanAnswer = z.object({
  needed: z.number(),
  there: z.number(),
  /** What a label counts for beside the verdicts. */
  worth: z.number(),
  results: z.array(z.object({ position: z.number(), repeat: z.number(), caseId: z.string() })).readonly(),
})
export type LabelPlanAnswer = z.infer<typeof LabelPlanAnswer>

/** Which of two answers somebody prefers, by the places in which they were shown. */
const PairChoice = z.enum(['one', 'two', 'tie'])

/** What a person prefers, beside the judge, and whose answers they were. */
export const PairAnswer = z.object({
  label: HumanLabel,
  chosen: PairChoice,
  names: z.tuple([z.string(), z.string()]),
  /** Absent where the judge could not tell. */
  judge: PairChoice.optional(),
  scores: z.array(Score),
})
export type PairAnswer = z.infer<typeof PairAnswer>

/** Two answers without who gave them; `answer` is there once this person has chosen. */
export const BlindPair = z.object({
  caseId: z.string(),
  question: z.string(),
  reference: z.string(),
  criteria: z.string().optional(),
  answers: z.tuple([z.string(), z.string()]),
  answer: PairAnswer.optional(),
})
export type BlindPair = z.infer<typeof BlindPair>

export const PairWish = z.object({ runId: Id, position: Count, repeat: Count, chosen: PairChoice, comment, by, blind })
export type PairWish = z.infer<typeof PairWish>

/** How often the first of two runs is preferred, by its judge and by people; runs by their place in `runs`. */
export const PreferenceByPeople = z.object({
  runs: z.array(z.string()),
  pairs: z.array(
    z.object({
      first: z.number(),
      second: z.number(),
      labels: z.number(),
      results: z.number(),
      judge: Measurement,
      people: Measurement,
      corrected: Estimate.optional(),
      effectiveLabels: z.number().optional(),
    }),
  ),
  /** The share of pairs on which judge and people say the same, ties among it. */
  agreement: Measurement,
})
export type PreferenceByPeople = z.infer<typeof PreferenceByPeople>

/** How far people agree with a run so far; without a metric, over its results as a whole. */
export const LabelAgreement = z.object({
  metric: z.string().optional(),
  ...JudgeAgreement.pick({ results: true, rows: true }).shape,
  notEvaluated: z.number(),
})
export type LabelAgreement = z.infer<typeof LabelAgreement>

/** Files that could not be read, or only in part. */
const RunbookProblems = z.array(z.object({ file: z.string(), problem: Message }))

/** What the assistant has to answer from. */
export const RunbookReadiness = z.object({
  /** False where there is nothing to search yet. */
  ready: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      /** How it stands to the index. */
      state: z.enum(['indexed', 'changed', 'new', 'gone']),
      /** In the index. */
      sections: z.number(),
      updatedAt: z.string().optional(),
    }),
  ),
  sections: z.number(),
  builtAt: z.string().optional(),
  /** Files that are not in the index as they are. */
  outdated: z.number(),
  problems: RunbookProblems,
  /** The indexes of which this is the sum: one for each language that has a folder of its own, else one without a name. */
  places: z.array(
    z.object({
      name: z.string(),
      builtAt: z.string().optional(),
      files: z.number(),
      sections: z.number(),
      outdated: z.number(),
    }),
  ),
  /** How it is searched when nobody says otherwise. */
  search: z.object({ top: z.number(), weights: z.object({ keywords: z.number(), vectors: z.number() }) }),
  /** The model whose embeddings are searched beside the words; without one words count alone. */
  embedding: z.string().optional(),
  /** The model that writes; without one answers are the runbooks' own words. */
  model: z.string().optional(),
})
export type RunbookReadiness = z.infer<typeof RunbookReadiness>

/** The questions that the assistant can be evaluated with: those of the project, then the examples that ship. */
export const RunbookQuestions = z.object({
  datasets: z.array(z.object({ id: Id, name: z.string(), questions: z.number(), shipped: z.boolean() })),
  problems: RunbookProblems,
})
export type RunbookQuestions = z.infer<typeof RunbookQuestions>

export const RunbookBuild = z.object({
  progress: z.object({ step: z.enum(['reading', 'embedding']), done: z.number(), of: z.number() }).optional(),
})
export type RunbookBuild = z.infer<typeof RunbookBuild>

const Weight = z.number().min(0).max(1)

export const RunbookQuestion = z.object({
  question: ShortText.trim().min(1),
  /** The same for all questions of one conversation. */
  conversation: Id,
  earlier: z.array(z.object({ question: ShortText, answer: Text })).max(50),
  top: z.number().int().min(1).max(20).optional(),
  weights: z
    .strictObject({ keywords: Weight, vectors: Weight })
    .refine(({ keywords, vectors }) => keywords + vectors > 0, 'not both 0')
    .optional(),
})
export type RunbookQuestion = z.infer<typeof RunbookQuestion>

export const RunbookReply = z.object({
  answer: z.string(),
  citations: z.array(Citation),
  flags: z.object({
    insufficient_evidence: z.boolean(),
    ambiguous_query: z.boolean(),
    dangerous_operation: z.boolean(),
  }),
  /** Where the danger is, if there is one. */
  dangerous: z.object({ kind: z.string(), in: z.enum(['question', 'answer']) }).optional(),
  /** Who wrote it; absent where it is the runbooks' own words. */
  model: z.string().optional(),
  /** Marks of a model that pointed to no passage, and were taken out. */
  removedCitations: z.number(),
  tokens: z.number().optional(),
  /** US dollars; absent when nobody knows. */
  dollars: z.number().optional(),
  durationMs: z.number(),
  warnings: z.array(Message),
})
export type RunbookReply = z.infer<typeof RunbookReply>

/** A run over questions about runbooks, question by question; what they are worth together stands in its summary. */
export const RunbookEvaluation = z.object({
  detail: RunDetail,
  questions: z.array(
    z.object({
      position: z.number(),
      repeat: z.number(),
      caseId: z.string(),
      question: z.string(),
      category: z.string(),
      outcome: z.enum(['judged', 'judge_error', 'agent_error', 'not_evaluated']),
      /** Null without a score: it neither passed nor failed. */
      passed: z.boolean().nullable(),
      /** 0–100, as the requirement shows it; null without a score. */
      average: z.number().nullable(),
      aspects: z.array(
        z.object({ id: z.string(), name: z.string(), value: z.number().nullable(), reason: z.string() }),
      ),
      comment: z.string(),
      /** Why there is no score. */
      trouble: Message.optional(),
    }),
  ),
})
export type RunbookEvaluation = z.infer<typeof RunbookEvaluation>

/** Who reviews, and from which confidence on nobody has to look. */
export const ReviewerDetail = z.object({
  name: z.string(),
  /** A review is sent to a model, which may cost money. */
  asksModel: z.boolean(),
  line: z.object({
    threshold: z.number(),
    /** From a certificate or the grid of a run with this reviewer; `default` when there is none. */
    from: z.enum(['certified', 'grid', 'default']),
    runId: z.string().optional(),
  }),
})
export type ReviewerDetail = z.infer<typeof ReviewerDetail>

/** Who labels what. */
const ByPerson = LabelSubject.extend({ by })

const From = z.object({ from: Count.default(0), limit: Count.default(500) })

/**
 * `worst-first` asks for the cases that fared worst in place of the first ones. With a view (what the address of a table says, or
 * nothing) `from` and `limit` count its cases, and not rows.
 */
const CasesFrom = From.extend({ order: z.literal('worst-first').optional(), view: z.string().max(10_000).optional() })

/** A route: where it is, and the shapes of its parts. `:name` in a path is an `Id` or a number, never more. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** Takes a file, which may be larger than words are. */
  readonly large?: true
}

const done = z.object({ done: z.literal(true) })

/** Newest first; those that cannot be read are told with the reason. */
const RunList = z.object({
  runs: z.array(RunRow),
  unreadable: z.array(z.object({ runId: z.string(), reason: Message })),
})
export type RunList = z.infer<typeof RunList>

export const routes = {
  about: { method: 'GET', path: '/api/about', answer: About },

  runs: { method: 'GET', path: '/api/runs', answer: RunList },
  run: { method: 'GET', path: '/api/runs/:runId', answer: RunDetail },
  cases: { method: 'GET', path: '/api/runs/:runId/cases', query: CasesFrom, answer: CasePage },
  caseDetail: { method: 'GET', path: '/api/runs/:runId/cases/:position/:repeat', answer: CaseDetail },
  trace: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/trace',
    query: z.object({ turn: Count, from: Count, limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    answer: TracePage,
  },
  traceRow: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/trace/row',
    query: z.object({ turn: Count, row: Count }),
    answer: TraceDetail,
  },
  /** Where a case stands in a run, for links that name it. */
  casePlace: {
    method: 'GET',
    path: '/api/runs/:runId/case-place',
    query: z.object({ caseId: Text }),
    answer: z.object({ position: z.number() }),
  },
  calibration: { method: 'GET', path: '/api/runs/:runId/calibration', answer: CalibrationDetail },
  compare: {
    method: 'GET',
    path: '/api/compare',
    query: z.object({ first: Id, second: Id }),
    answer: Comparison,
  },

  trend: { method: 'GET', path: '/api/trend', query: z.object({ series: Id.optional() }), answer: Trend },

  choices: {
    method: 'GET',
    path: '/api/choices',
    query: z.object({ dataset: Id.optional(), config: Id.optional() }),
    answer: Choices,
  },
  estimate: { method: 'POST', path: '/api/estimate', body: RunWish, answer: RunEstimate },
  start: { method: 'POST', path: '/api/runs', body: RunWish, answer: StartedRun },
  cancel: { method: 'POST', path: '/api/runs/:runId/cancel', answer: done },
  resume: {
    method: 'POST',
    path: '/api/runs/:runId/resume',
    body: z.object({ maxCost: z.number().positive().optional() }),
    answer: StartedRun,
  },
  rerunOffer: { method: 'POST', path: '/api/runs/:runId/rerun/estimate', body: CasesAgain, answer: RerunOffer },
  rerun: { method: 'POST', path: '/api/runs/:runId/rerun', body: RerunWish, answer: StartedRun },

  datasets: {
    method: 'GET',
    path: '/api/datasets',
    answer: z.object({
      datasets: z.array(DatasetChoice),
      /** Files that look like datasets and cannot be read as such. */
      unreadable: z.array(z.object({ name: z.string(), problem: ApiProblem })),
      /** What copies can be written in. */
      formats: z.array(z.string()),
    }),
  },
  dataset: { method: 'GET', path: '/api/datasets/:datasetId', query: From, answer: DatasetPage },
  importDataset: {
    large: true,
    method: 'POST',
    path: '/api/datasets',
    body: Upload,
    answer: DatasetChoice,
  },
  addCase: {
    method: 'POST',
    path: '/api/datasets/:datasetId/cases',
    body: z.object({ revision: z.string(), evalCase: EvalCase }),
    answer: Edited.extend({ position: z.number() }),
  },
  editCase: {
    method: 'PUT',
    path: '/api/datasets/:datasetId/cases/:position',
    body: z.object({ revision: z.string(), evalCase: EvalCase }),
    answer: Edited,
  },
  removeCase: {
    method: 'DELETE',
    path: '/api/datasets/:datasetId/cases/:position',
    query: z.object({ revision: z.string() }),
    answer: Edited,
  },
  datasetCopy: {
    method: 'GET',
    path: '/api/datasets/:datasetId/copy',
    query: z.object({ format: z.string().max(50) }),
    answer: DatasetCopy,
  },
  /** Puts the copy beside the project's other files. */
  saveDatasetCopy: {
    method: 'POST',
    path: '/api/datasets/:datasetId/copy',
    body: z.object({ format: z.string().max(50), name: FileName }),
    answer: DatasetChoice,
  },
  /** A case made from what an agent really did, with its initial state. */
  caseFromResult: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/as-case',
    answer: z.object({ evalCase: EvalCase }),
  },

  labels: {
    method: 'GET',
    path: '/api/runs/:runId/labels',
    answer: z.object({ labels: z.array(HumanLabel), notes: z.array(HumanLabel) }),
  },
  label: { method: 'POST', path: '/api/labels', body: LabelWish, answer: LabelAnswer },
  labelQueue: { method: 'GET', path: '/api/runs/:runId/labelling', query: ByPerson, answer: LabelQueue },
  blindCase: {
    method: 'GET',
    path: '/api/runs/:runId/labelling/:position/:repeat',
    query: ByPerson,
    answer: BlindCase,
  },
  agreement: {
    method: 'GET',
    path: '/api/runs/:runId/agreement',
    answer: z.object({
      agreement: z.array(LabelAgreement),
      /** What people's labels make of its rates, and what its verdicts say by themselves. */
      corrected: CorrectedSummary.optional(),
      own: z.object({
        passRate: Estimate.nullable(),
        metrics: z.array(z.object({ metric: z.string(), passRate: Estimate.nullable() })),
      }),
    }),
  },
  labelPlan: {
    method: 'GET',
    path: '/api/runs/:runId/label-plan',
    query: z.object({ metric, width: z.coerce.number().min(0.01).max(0.9) }),
    answer: LabelPlanAnswer,
  },
  blindPair: {
    method: 'GET',
    path: '/api/runs/:runId/pairs/:position/:repeat',
    query: z.object({ by }),
    answer: BlindPair,
  },
  pairLabel: { method: 'POST', path: '/api/pair-labels', body: PairWish, answer: PairAnswer },
  preferenceByPeople: { method: 'GET', path: '/api/runs/:runId/preference', answer: PreferenceByPeople },

  runbookStatus: { method: 'GET', path: '/api/runbook', answer: RunbookReadiness },
  uploadRunbook: {
    large: true,
    method: 'POST',
    path: '/api/runbook/files',
    body: Upload.extend({ replace: z.boolean() }),
    answer: RunbookReadiness,
  },
  runbookBuild: { method: 'GET', path: '/api/runbook/index', answer: RunbookBuild },
  /** Answers when it is built. */
  buildRunbookIndex: { method: 'POST', path: '/api/runbook/index', answer: RunbookReadiness },
  ask: { method: 'POST', path: '/api/runbook/ask', body: RunbookQuestion, answer: RunbookReply },
  runbookQuestions: { method: 'GET', path: '/api/runbook/evaluation', answer: RunbookQuestions },
  startRunbookEvaluation: {
    method: 'POST',
    path: '/api/runbook/evaluation',
    body: RunWish.pick({ dataset: true, maxCost: true, unlimited: true }),
    answer: StartedRun,
  },
  runbookEstimate: {
    method: 'POST',
    path: '/api/runbook/estimate',
    body: RunWish.pick({ dataset: true }),
    answer: RunEstimate,
  },
  runbookEvaluation: { method: 'GET', path: '/api/runbook/evaluation/:runId', answer: RunbookEvaluation },

  documents: {
    method: 'GET',
    path: '/api/reviews/documents',
    answer: z.object({ documents: z.array(ReviewedDocument) }),
  },
  uploadDocument: {
    large: true,
    method: 'POST',
    path: '/api/reviews/documents',
    body: Upload,
    answer: ReviewedDocument,
  },
  documentPages: {
    method: 'GET',
    path: '/api/reviews/documents/:documentId/pages',
    answer: z.object({ pages: z.array(PageText) }),
  },
  removeDocument: { method: 'DELETE', path: '/api/reviews/documents/:documentId', answer: done },
  reviewer: { method: 'GET', path: '/api/reviews/reviewer', answer: ReviewerDetail },
  reviews: { method: 'GET', path: '/api/reviews', answer: z.object({ reviews: z.array(DocumentReview) }) },
  review: {
    method: 'POST',
    path: '/api/reviews',
    body: z.object({
      documentIds: z.array(Id).min(1).max(20),
      checkName: ShortText.min(1),
      checkDescription: ShortText.min(1),
      languageName: z.enum(['English', '日本語']),
    }),
    answer: DocumentReview,
  },
  override: {
    method: 'PUT',
    path: '/api/reviews/:reviewId/override',
    body: Override.omit({ createdAt: true }).extend({ comment: ShortText.optional() }),
    answer: DocumentReview,
  },
  /** A test case of what a person decided; `file` is where it stands in the project. */
  saveCase: {
    method: 'POST',
    path: '/api/reviews/:reviewId/case',
    answer: z.object({ file: z.string(), cases: z.number(), review: DocumentReview }),
  },
  caseDocuments: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/documents',
    answer: CaseDocuments,
  },
} as const satisfies Readonly<Record<string, Route>>

/**
 * Where news come from, as server-sent events; each one's data is a `ServerNews`. `run` names the run that is watched,
 * `everything` has its rows told from the beginning, and with `once` it ends as soon as it has said how things stand.
 */
export const newsPath = '/api/news'

/** Files to download: the server answers with their bytes. */
export const files = {
  run: {
    path: '/api/runs/:runId/export',
    query: z.object({
      format: z.enum(['html', 'json', 'junit', 'csv', 'markdown']),
      language: z.enum(['en', 'ja']).default('en'),
      /** Only what the table shows whose address has this behind its `?`: as HTML, JSON or CSV. */
      view: z.string().max(10_000).optional(),
    }),
  },
  /** `runs` are ids between commas, the baseline first. */
  comparison: {
    path: '/api/compare/export',
    query: z.object({
      runs: z
        .string()
        .max(1000)
        .transform((ids) => ids.split(','))
        .pipe(z.array(Id).min(2).max(6)),
      format: z.enum(['html', 'json', 'csv', 'markdown']),
      language: z.enum(['en', 'ja']).default('en'),
    }),
  },
  dataset: { path: '/api/datasets/:datasetId/export', query: z.object({ format: z.string().max(50) }) },
  labels: { path: '/api/runs/:runId/labels/export', query: z.object({}) },
  document: { path: '/api/reviews/documents/:documentId/file', query: z.object({}) },
  caseDocument: {
    path: '/api/runs/:runId/cases/:position/:repeat/documents/:documentId/file',
    query: z.object({}),
  },
} as const

/** The names of what stands behind `:` in a path. */
export type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = Readonly<Record<Names<Path>, string>>

/** What may stand in the place of `:position` and `:repeat`, and of every other name. */
export const paramSchema = (name: string) => (name === 'position' || name === 'repeat' ? Count : Id)
