// `shinsa/core`: the words of both sides, and the contracts that one implements.

// Words. They are schemas as well: `EvalCase.parse(…)`.
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

// Reading an invocation, and saying what is wrong.
export { EvalError, message, responseTextOf, textOf, toEnglish, toolCallsOf } from '../core/index.ts'
