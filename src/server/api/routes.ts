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
import { TraceDetail } from '../trace/trace-row.ts'
import { AtlasPage } from './atlas.ts'
import { MutantDetail, MutationPage } from './mutation.ts'
import { CalibrationDetail, Comparison, ImproveTrail, Trend } from './comparisons.ts'
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
  RequirementRow,
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

export const routes = {
  about: { method: 'GET', path: '/api/about', answer: About },

  runs: { method: 'GET', path: '/api/runs', answer: RunList },
  foundCases: {
    method: 'GET',
    path: '/api/cases',
    query: z.object({ text: z.string().min(2).max(200) }),
    answer: FoundCases,
  },
  run: { method: 'GET', path: '/api/runs/:runId', answer: RunDetail },
  views: { method: 'GET', path: '/api/views', answer: z.object({ views: z.array(NamedView) }) },
  /** Removes the view when it has no address. */
  keepView: { method: 'PUT', path: '/api/views', body: NamedView.partial({ address: true }), answer: done },
  noteRun: { method: 'PUT', path: '/api/runs/:runId/note', body: RunNote, answer: done },
  deleteRun: { method: 'DELETE', path: '/api/runs/:runId', answer: done },
  cases: { method: 'GET', path: '/api/runs/:runId/cases', query: CasesFrom, answer: CasePage },
  caseDetail: { method: 'GET', path: '/api/runs/:runId/cases/:position/:repeat', answer: CaseDetail },
  trace: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/trace',
    query: z.object({ turn: Count, from: Count, limit: z.coerce.number().int().min(1).max(1000).default(200) }),
    answer: TracePage,
  },
  traceFound: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/trace/found',
    query: z.object({ turn: Count, text: z.string().min(1).max(200) }),
    answer: z.object({ rows: z.array(z.number()) }),
  },
  traceRow: {
    method: 'GET',
    path: '/api/runs/:runId/cases/:position/:repeat/trace/row',
    query: z.object({ turn: Count, row: Count }),
    answer: TraceDetail,
  },
  /** Finds the position of a case in a run, for links that name the case. */
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

  improve: { method: 'GET', path: '/api/improve', answer: ImproveTrail },
  mutation: { method: 'GET', path: '/api/runs/:runId/mutation', answer: MutationPage },
  mutant: {
    method: 'GET',
    path: '/api/runs/:runId/mutant',
    query: z.object({ position: Count, repeat: Count, operator: ShortText, number: Count }),
    answer: MutantDetail,
  },
  atlas: { method: 'GET', path: '/api/runs/:runId/atlas', answer: AtlasPage },
  trend: { method: 'GET', path: '/api/trend', query: z.object({ series: Id.optional() }), answer: Trend },

  choices: {
    method: 'GET',
    path: '/api/choices',
    query: z.object({ dataset: Id.optional(), config: Id.optional() }),
    answer: Choices,
  },
  /** Returns the settings that an agent declares as variable, with their present values. */
  vary: {
    method: 'GET',
    path: '/api/vary',
    query: VariedAgentChoice,
    answer: z.object({ vary: variantShape.optional() }),
  },
  keepVariant: {
    method: 'POST',
    path: '/api/variants',
    body: VariedAgentChoice.extend({ name: z.string().trim().min(1).max(100), variant: variantShape }),
    answer: done,
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
      unreadable: z.array(z.object({ name: z.string(), problem: ApiProblem })),
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
  saveDatasetCopy: {
    method: 'POST',
    path: '/api/datasets/:datasetId/copy',
    body: z.object({ format: z.string().max(50), name: FileName }),
    answer: DatasetChoice,
  },
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
      /** The rates corrected by people's labels; `own` has those of the run's verdicts alone. */
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
    query: z.object({ metric: HumanLabel.shape.metric, width: z.coerce.number().min(0.01).max(0.9) }),
    answer: LabelPlanAnswer,
  },

  runbookStatus: { method: 'GET', path: '/api/runbook', answer: RunbookReadiness },
  uploadRunbook: {
    large: true,
    method: 'POST',
    path: '/api/runbook/files',
    body: Upload.extend({ replace: z.boolean() }),
    answer: RunbookReadiness,
  },
  runbookBuild: { method: 'GET', path: '/api/runbook/index', answer: RunbookBuild },
  /** Answers once the index is built. */
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
  requirements: {
    large: true,
    method: 'POST',
    path: '/api/reviews/requirements',
    body: Upload,
    answer: z.object({ requirements: z.array(RequirementRow) }),
  },
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
      assignedTo: ShortText.optional(),
    }),
    answer: DocumentReview,
  },
  override: {
    method: 'PUT',
    path: '/api/reviews/:reviewId/override',
    body: Override.omit({ createdAt: true }).extend({ comment: ShortText.optional() }),
    answer: DocumentReview,
  },
  /** Saves a person's decision as a test case; `file` is its path in the project. */
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

export type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = Readonly<Record<Names<Path>, string>>

export const paramSchema = (name: string) => (name === 'position' || name === 'repeat' ? Count : Id)
