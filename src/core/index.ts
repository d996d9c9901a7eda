export type { ArmsComparison } from './run/arms-comparison.ts'
export type { Account, ModelRole } from './run/account.ts'
export type { EvidenceKind } from './invocation.ts'
export type { CallOutcome, Limiter, PaceOf } from './run/limiter.ts'
export { CachedAnswer } from './answer-cache.ts'
export type { AnswerCache, AnswerClaim } from './answer-cache.ts'
export {
  CaseResult,
  Cost,
  Ending,
  EvidenceCounts,
  Failure,
  JudgeCost,
  ModelCost,
  Transcript,
  UserCost,
  Verdict,
  addEvidence,
  cutAnswers,
  evidenceCountsOf,
  agentDollarsOf,
  isAgentFailure,
  isBroken,
  verdictNow,
  verdictOf,
} from './run/case-result.ts'
export { commonSubsequence } from './basics/common-subsequence.ts'
export { csvCell } from './basics/csv-cell.ts'
export { EvalError, UnknownEvidence } from './basics/errors.ts'
export type { ErrorCode } from './basics/errors.ts'
export { CorrectedComparison, JudgeErrors } from './run/estimate.ts'
export type { CorrectedDifference, CorrectedRate, CorrectedSlice, CorrectedSummary } from './run/estimate.ts'
export { Estimate, Measurement } from './run/estimate.ts'
export { EvalCase, Persona, PersonaBehavior, Scenario, Session, tagsOf } from './eval-case.ts'
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
} from './pack/format.ts'
export { correctedPassRates, limitOf, metricOfPassRate, passRates } from './gate-measures.ts'
export type { GateLimit, GateMeasures, ValueAtWorst } from './gate-measures.ts'
export { FinishReason, finishReasonOf, isCut } from './finish-reason.ts'
export { HumanLabel, HumanRating, isLabelOrNote, readingAspects, saysSomething } from './run/human-label.ts'
export {
  AgentDetails,
  AgentEvent,
  Citation,
  Content,
  Invocation,
  KnownBy,
  Part,
  Provenance,
  Rubric,
  Steps,
  ToolCall,
  ToolResponse,
  TracePlace,
  Usage,
  expectedCallsOf,
  evidenceKinds,
  knownBy,
  referencesOf,
  responseTextOf,
  textOf,
  toolCallsOf,
  withThoughtsApart,
  wantedArgsOf,
  wantingArgs,
} from './invocation.ts'
export type { WantedArgs } from './invocation.ts'
export { InjectedPassage, JudgeReply } from './judge.ts'
export type { Answer, EvidencePiece, Instruction, InstructionLanguage, Judge, Question } from './judge.ts'
export type { Agreement, JudgeAgreement, JudgedItem, JudgeDrift, JudgeRace, Rating } from './judge-agreement.ts'
export { JsonObject, jsonObjectOf, nestingDepth, parseJson, parsedJson, stringifyJson } from './basics/json.ts'
export { Message, fillTemplate, templateIn, message, toEnglish } from './basics/message.ts'
export { Polarity } from './metric.ts'
export type { Metric, MetricContext } from './metric.ts'
export { nearest, nearestNames } from './basics/nearest-names.ts'
export { ReportBlock, ReportSection, ReportSentence, plainSentence } from './report-section.ts'
export type { Pack } from './pack/pack.ts'
export type { Reporter } from './run/reporter.ts'
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
  UndecidedReview,
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
} from './run/run-comparison.ts'
export type { ExportedRun, RunExport } from './pack/run-export.ts'
export type { RunEvent } from './run/run-event.ts'
export type { NamedView } from './run/result-view.ts'
export type { CallsUnderWay, CaseRecord, CaseSaying, RunStore, ScoredCase, Unreadable } from './run/run-store.ts'
export {
  BaselineVerdict,
  GateResult,
  MetricSummary,
  RepeatSummary,
  Run,
  RunNote,
  RunPlan,
  RunStatus,
  RunSummary,
  StoppedEarly,
  VerdictCounts,
  evaluatedOf,
  hasProcess,
  isGated,
  noticesOf,
} from './run/run.ts'
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
  notReported,
} from './score.ts'
export type { SetMetric } from './set-metric.ts'
export type { Conversation, OpenOptions, Target } from './target.ts'
export type { User, UserTurn, UserTurns } from './user.ts'
export type { Finding, OfflineTask } from './pack/offline-task.ts'
export type { CanaryForm, CanaryQuestion } from './pack/canary-question.ts'
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
} from './pack/pack-metric.ts'
export { splitThoughts } from './thoughts.ts'
