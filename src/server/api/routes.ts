import {
  LabelSubject,
  LabelWish,
  LabelAnswer,
  LabelQueue,
  BlindCase,
  LabelAgreement,
  LabelPlanAnswer,
} from './labels.ts'
import { z } from 'zod'
import { variantShape } from '../../settings/kind.ts'
import { Count, About, Text, Id, ApiProblem, ShortText } from './basics.ts'
import { FoundCases, RunRow, RunDetail, CasePage, CaseDetail, TracePage } from './runs.ts'
import { Message, EvalCase, HumanLabel, Estimate, RunNote } from '../../core/index.ts'
import { NamedView } from '../../core/run/result-view.ts'
import { RunComparison } from '../../core/run/run-comparison.ts'
import { TraceDetail } from '../trace/trace-row.ts'
import { AtlasPage } from './atlas.ts'
import { MutantDetail, MutationPage } from './mutation.ts'
import { CalibrationDetail, ImproveTrail, Trend } from './comparisons.ts'
import {
  Choices,
  RunWish,
  VariedAgentChoice,
  RunEstimate,
  StartedRun,
  CasesAgain,
  RerunOffer,
  RerunWish,
  DatasetChoice,
} from './new-run.ts'
import { DatasetPage, Upload, Edited, DatasetCopy, FileName } from './datasets.ts'
import { CorrectedSummary } from '../../core/run/estimate.ts'
import {
  RunbookReadiness,
  RunbookBuild,
  RunbookQuestion,
  RunbookReply,
  RunbookQuestions,
  RunbookEvaluation,
} from './runbooks.ts'
import {
  ReviewedDocument,
  PageText,
  DocumentReview,
  Override,
  CaseDocuments,
  RequirementTable,
} from '../../packs/review/document-review.ts'
import { ReviewerDetail } from './reviews.ts'

const ByPerson = LabelSubject.extend({ by: HumanLabel.shape.by })

const From = z.object({ from: Count.default(0), limit: Count.default(500) })

/**
 * `worst-first` returns the cases that fared worst instead of the first ones. With a `view` (the query of a table's address, which
 * may be empty) `from` and `limit` count cases and not rows. `positions`, separated by commas, returns the first repeat of these
 * cases.
 */
const CasesFrom = From.extend({
  order: z.literal('worst-first').optional(),
  view: z.string().max(10_000).optional(),
  positions: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
    .optional(),
})

/** A route's method and path, and the schemas of its parts. `:name` in a path stands for an `Id` or a number. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** True for routes that take a file, whose body may be larger. */
  readonly large?: true
}

const done = z.object({ done: z.literal(true) })

/** The runs are sorted newest first; runs that cannot be read come with the reason. */
const RunList = z.object({
  runs: z.array(RunRow),
  unreadable: z.array(z.object({ runId: z.string(), reason: Message })),
})
export type RunList = z.infer<typeof RunList>

function route<const Method extends Route['method']>(method: Method) {
  return <const Path extends Route['path'], const Parts extends Omit<Route, 'method' | 'path'>>(
    path: Path,
    parts: Parts,
  ) => ({ method, path, ...parts })
}

const [get, post, put, remove] = [route('GET'), route('POST'), route('PUT'), route('DELETE')]

export const routes = {
  about: get('/api/about', { answer: About }),

  runs: get('/api/runs', { answer: RunList }),
  foundCases: get('/api/cases', { query: z.object({ text: z.string().min(1).max(200) }), answer: FoundCases }),
  run: get('/api/runs/:runId', { answer: RunDetail }),
  views: get('/api/views', { answer: z.object({ views: z.array(NamedView) }) }),
  /** Removes the view when it has no address. */
  keepView: put('/api/views', { body: NamedView.partial({ address: true }), answer: done }),
  noteRun: put('/api/runs/:runId/note', { body: RunNote, answer: done }),
  deleteRun: remove('/api/runs/:runId', { answer: done }),
  cases: get('/api/runs/:runId/cases', { query: CasesFrom, answer: CasePage }),
  caseDetail: get('/api/runs/:runId/cases/:position/:repeat', { answer: CaseDetail }),
  trace: get('/api/runs/:runId/cases/:position/:repeat/trace', {
    query: z.object({ turn: Count, from: Count, limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    answer: TracePage,
  }),
  traceFound: get('/api/runs/:runId/cases/:position/:repeat/trace/found', {
    query: z.object({ turn: Count, text: z.string().min(1).max(200) }),
    answer: z.object({ rows: z.array(z.number()) }),
  }),
  traceRow: get('/api/runs/:runId/cases/:position/:repeat/trace/row', {
    query: z.object({ turn: Count, row: Count }),
    answer: TraceDetail,
  }),
  /** Finds the position of a case in a run, for links that name the case. */
  casePlace: get('/api/runs/:runId/case-place', {
    query: z.object({ caseId: Text }),
    answer: z.object({ position: z.number() }),
  }),
  calibration: get('/api/runs/:runId/calibration', { answer: CalibrationDetail }),
  compare: get('/api/compare', { query: z.object({ first: Id, second: Id }), answer: RunComparison }),

  improve: get('/api/improve', { answer: ImproveTrail }),
  mutation: get('/api/runs/:runId/mutation', { answer: MutationPage }),
  mutant: get('/api/runs/:runId/mutant', {
    query: z.object({ position: Count, repeat: Count, operator: ShortText, number: Count }),
    answer: MutantDetail,
  }),
  atlas: get('/api/runs/:runId/atlas', { answer: AtlasPage }),
  trend: get('/api/trend', { query: z.object({ series: Id.optional() }), answer: Trend }),

  choices: get('/api/choices', { query: z.object({ dataset: Id.optional(), config: Id.optional() }), answer: Choices }),
  /** Returns the settings that an agent declares as variable, with their present values. */
  vary: get('/api/vary', { query: VariedAgentChoice, answer: z.object({ vary: variantShape.optional() }) }),
  keepVariant: post('/api/variants', {
    body: VariedAgentChoice.extend({ name: z.string().trim().min(1).max(100), variant: variantShape }),
    answer: done,
  }),
  estimate: post('/api/estimate', { body: RunWish, answer: RunEstimate }),
  start: post('/api/runs', { body: RunWish, answer: StartedRun }),
  cancel: post('/api/runs/:runId/cancel', { answer: done }),
  resume: post('/api/runs/:runId/resume', {
    body: z.object({ maxCost: z.number().positive().optional() }),
    answer: StartedRun,
  }),
  rerunOffer: post('/api/runs/:runId/rerun/estimate', { body: CasesAgain, answer: RerunOffer }),
  rerun: post('/api/runs/:runId/rerun', { body: RerunWish, answer: StartedRun }),

  datasets: get('/api/datasets', {
    answer: z.object({
      datasets: z.array(DatasetChoice),
      unreadable: z.array(z.object({ name: z.string(), problem: ApiProblem })),
      formats: z.array(z.string()),
    }),
  }),
  dataset: get('/api/datasets/:datasetId', { query: From, answer: DatasetPage }),
  importDataset: post('/api/datasets', { large: true, body: Upload, answer: DatasetChoice }),
  addCase: post('/api/datasets/:datasetId/cases', {
    body: z.object({ revision: z.string(), evalCase: EvalCase }),
    answer: Edited.extend({ position: z.number() }),
  }),
  editCase: put('/api/datasets/:datasetId/cases/:position', {
    body: z.object({ revision: z.string(), evalCase: EvalCase }),
    answer: Edited,
  }),
  removeCase: remove('/api/datasets/:datasetId/cases/:position', {
    query: z.object({ revision: z.string() }),
    answer: Edited,
  }),
  datasetCopy: get('/api/datasets/:datasetId/copy', {
    query: z.object({ format: z.string().max(50) }),
    answer: DatasetCopy,
  }),
  saveDatasetCopy: post('/api/datasets/:datasetId/copy', {
    body: z.object({ format: z.string().max(50), name: FileName }),
    answer: DatasetChoice,
  }),
  caseFromResult: get('/api/runs/:runId/cases/:position/:repeat/as-case', { answer: z.object({ evalCase: EvalCase }) }),

  labels: get('/api/runs/:runId/labels', {
    answer: z.object({ labels: z.array(HumanLabel), notes: z.array(HumanLabel) }),
  }),
  label: post('/api/labels', { body: LabelWish, answer: LabelAnswer }),
  labelQueue: get('/api/runs/:runId/labelling', { query: ByPerson, answer: LabelQueue }),
  blindCase: get('/api/runs/:runId/labelling/:position/:repeat', { query: ByPerson, answer: BlindCase }),
  agreement: get('/api/runs/:runId/agreement', {
    answer: z.object({
      agreement: z.array(LabelAgreement),
      /** The rates corrected by people's labels; `own` has those of the run's verdicts alone. */
      corrected: CorrectedSummary.optional(),
      own: z.object({
        passRate: Estimate.nullable(),
        metrics: z.array(z.object({ metric: z.string(), passRate: Estimate.nullable() })),
      }),
    }),
  }),
  labelPlan: get('/api/runs/:runId/label-plan', {
    query: z.object({ metric: HumanLabel.shape.metric, width: z.coerce.number().min(0.01).max(0.9) }),
    answer: LabelPlanAnswer,
  }),

  runbookStatus: get('/api/runbook', { answer: RunbookReadiness }),
  uploadRunbook: post('/api/runbook/files', {
    large: true,
    body: Upload.extend({ replace: z.boolean() }),
    answer: RunbookReadiness,
  }),
  runbookBuild: get('/api/runbook/index', { answer: RunbookBuild }),
  /** Answers once the index is built. */
  buildRunbookIndex: post('/api/runbook/index', { answer: RunbookReadiness }),
  ask: post('/api/runbook/ask', { body: RunbookQuestion, answer: RunbookReply }),
  runbookQuestions: get('/api/runbook/evaluation', { answer: RunbookQuestions }),
  startRunbookEvaluation: post('/api/runbook/evaluation', {
    body: RunWish.pick({ dataset: true, maxCost: true, unlimited: true }),
    answer: StartedRun,
  }),
  runbookEstimate: post('/api/runbook/estimate', { body: RunWish.pick({ dataset: true }), answer: RunEstimate }),
  runbookEvaluation: get('/api/runbook/evaluation/:runId', { answer: RunbookEvaluation }),

  documents: get('/api/reviews/documents', { answer: z.object({ documents: z.array(ReviewedDocument) }) }),
  uploadDocument: post('/api/reviews/documents', { large: true, body: Upload, answer: ReviewedDocument }),
  documentPages: get('/api/reviews/documents/:documentId/pages', { answer: z.object({ pages: z.array(PageText) }) }),
  removeDocument: remove('/api/reviews/documents/:documentId', { answer: done }),
  requirements: post('/api/reviews/requirements', {
    large: true,
    body: Upload,
    answer: RequirementTable,
  }),
  reviewer: get('/api/reviews/reviewer', { answer: ReviewerDetail }),
  reviews: get('/api/reviews', { answer: z.object({ reviews: z.array(DocumentReview) }) }),
  review: post('/api/reviews', {
    body: z.object({
      documentIds: z.array(Id).min(1).max(20),
      checkName: ShortText.min(1),
      checkDescription: ShortText.min(1),
      languageName: z.enum(['English', '日本語']),
      assignedTo: ShortText.optional(),
    }),
    answer: DocumentReview,
  }),
  override: put('/api/reviews/:reviewId/override', {
    body: Override.omit({ createdAt: true, by: true }).extend({ comment: ShortText.optional() }),
    answer: DocumentReview,
  }),
  /** Saves a person's decision as a test case; `file` is its path in the project. */
  saveCase: post('/api/reviews/:reviewId/case', {
    answer: z.object({ file: z.string(), cases: z.number(), review: DocumentReview }),
  }),
  caseDocuments: get('/api/runs/:runId/cases/:position/:repeat/documents', { answer: CaseDocuments }),
} as const satisfies Readonly<Record<string, Route>>

/**
 * The address of the server-sent events; the data of each is a `ServerNews`. `run` names the run to follow, `everything` also
 * sends the rows that are there already, and with `once` the stream ends after the first report of the run's state.
 */
export const newsPath = '/api/news'

export const files = {
  run: {
    path: '/api/runs/:runId/export',
    query: z.object({
      format: z.enum(['html', 'json', 'junit', 'csv', 'markdown']),
      language: z.enum(['en', 'ja']).default('en'),
      /** The query of a table's address: only the results that this table shows are written, as HTML, JSON or CSV. */
      view: z.string().max(10_000).optional(),
    }),
  },
  /** `runs` are ids separated by commas, the baseline first. */
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

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parts of a path, as `paramSchema` reads them. */
export type Params<Path extends string> = {
  readonly [Name in Names<Path>]: Name extends 'position' | 'repeat' ? number : string
}

export const paramSchema = (name: string) => (name === 'position' || name === 'repeat' ? Count : Id)
