export type { AdkWeb, EvalWish } from './capabilities/adk-web.ts'
export type { RunbookService } from './capabilities/runbook-service.ts'
export type { RunService, RunNotes } from './capabilities/run-service.ts'
export type { Capabilities } from './capabilities.ts'
export type { LabelService as Labelling } from './capabilities/labelling.ts'
export type {
  PairAnswer,
  PreferenceByPeople,
  ApiProblem,
  Choices,
  RerunOffer,
  RerunWish,
  RunEstimate,
  RunbookQuestions,
  RunWish,
} from './api.ts'
export type { RunExports } from './capabilities/run-exports.ts'
export type { Front } from './access.ts'
export { isLoopback } from './access.ts'
export { serve } from './serve.ts'
export type { ViewedResults } from './view/viewed-results.ts'
export { viewedResults } from './view/viewed-results.ts'
export { htmlReport } from './report/html-report.ts'
export type { ReportPage } from './report/html-report.ts'
