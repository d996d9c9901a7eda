export type { Account, ModelRole } from './account.ts'
export { CachedAnswer } from './answer-cache.ts'
export type { AnswerCache } from './answer-cache.ts'
export {
  CaseResult,
  Cost,
  Ending,
  Failure,
  JudgeCost,
  ModelCost,
  Transcript,
  UserCost,
  Verdict,
  isAgentFailure,
  isBroken,
  verdictNow,
  verdictOf,
} from './case-result.ts'
export { csvCell } from './csv-cell.ts'
export { EvalError } from './errors.ts'
export type { ErrorCode } from './errors.ts'
export { Estimate, Measurement } from './estimate.ts'
export { EvalCase, Persona, PersonaBehavior, Scenario, Session } from './eval-case.ts'
export type { Dataset } from './eval-case.ts'
export type {
  DocumentDataset,
  Format,
  FormatCodec,
  JsonPath,
  LabelledResult,
  LoadedDataset,
  Origin,
  RecordedTranscript,
  Transcripts,
  WrittenDataset,
} from './format.ts'
export { limitOf, metricOfPassRate, passRates } from './gate-measures.ts'
export type { GateLimit, GateMeasures, ValueAtWorst } from './gate-measures.ts'
export { HumanLabel, HumanRating, saysSomething } from './human-label.ts'
export {
  AgentDetails,
  AgentEvent,
  Citation,
  Content,
  Invocation,
  Part,
  Rubric,
  Steps,
  ToolCall,
  ToolResponse,
  Usage,
  responseTextOf,
  textOf,
  toolCallsOf,
} from './invocation.ts'
export { AddressedPassage, JudgeReply } from './judge.ts'
export type { Answer, EvidencePiece, Instruction, InstructionLanguage, Judge, Question } from './judge.ts'
export { Agreement, JudgeTrust, Rating } from './judge-trust.ts'
export { JsonObject, nestingDepth, parseJson, stringifyJson } from './json.ts'
export { Message, fillTemplate, message, toEnglish } from './message.ts'
export { Polarity } from './metric.ts'
export type { Metric, MetricContext } from './metric.ts'
export { nearest, nearestNames } from './nearest-names.ts'
export { ReportBlock, ReportSection, ReportSentence, plainSentence } from './report-section.ts'
export type { Pack } from './pack.ts'
export type { Reporter } from './reporter.ts'
export {
  BoundingBox,
  EvidenceStatus,
  KnowledgeBase,
  McpServer,
  Review,
  ReviewCase,
  ReviewSource,
  ReviewTask,
  ReviewTools,
  ReviewVerdict,
  redactSecrets,
} from './review.ts'
export type {
  ComparedCase,
  ComparedRun,
  MetricComparison,
  NamedCases,
  PairedComparison,
  QuantityComparison,
  RunComparison,
  SettingDifference,
  UnevaluatedCases,
  WhyUnevaluated,
} from './run-comparison.ts'
export type { ExportedRun, RunExport } from './run-export.ts'
export type { RunEvent } from './run-event.ts'
export type { CaseRecord, RunStore, ScoredCase, Unreadable } from './run-store.ts'
export {
  GateResult,
  MetricSummary,
  RepeatSummary,
  Run,
  RunPlan,
  RunStatus,
  RunSummary,
  VerdictCounts,
  evaluatedOf,
  isGated,
} from './run.ts'
export {
  ArgumentDifference,
  Evidence,
  InvocationScore,
  JudgeSample,
  Judged,
  Score,
  ScorePart,
  ToolCallRow,
  isJudgeError,
  judgedOf,
} from './score.ts'
export type { SetMetric } from './set-metric.ts'
export type { Conversation, OpenOptions, Target } from './target.ts'
export type { User, UserTurn, UserTurns } from './user.ts'
export type { Finding, OfflineTask } from './offline-task.ts'
export type { CanaryForm, CanaryQuestion } from './canary-question.ts'
export type {
  AskedPanel,
  DocumentsOf,
  EvaluatorCriterion,
  JudgedMetricNeeds,
  JudgeSource,
  JudgedPackMetric,
  MadeEvaluator,
  MetricDocument,
  MetricNeeds,
  PackEvaluators,
  PackMetric,
  QuestionsPerTurn,
  QuoteMatch,
} from './pack-metric.ts'
