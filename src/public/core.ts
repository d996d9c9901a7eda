// `shinsa/core`: the vocabulary of datasets and runs, and the contracts that plug-ins implement.

// Vocabulary: each name is also a schema, as in `EvalCase.parse(…)`.
export { CaseResult, EvalCase, HumanLabel, Invocation, Message, RunSummary, Score, ToolCall } from '../core/index.ts'
export type { EvidencePiece, Transcript } from '../core/index.ts'

// Contracts.
export type {
  Answer,
  AnswerCache,
  Conversation,
  Judge,
  JudgeReply,
  Metric,
  MetricContext,
  OpenOptions,
  Question,
  Reporter,
  RunEvent,
  RunStore,
  SetMetric,
  Target,
  User,
  UserTurn,
} from '../core/index.ts'

// Helpers for invocations and errors.
export { EvalError, message, responseTextOf, textOf, toEnglish, toolCallsOf } from '../core/index.ts'
