export { Reply, toInvocation } from './reply/reply.ts'
export type { AgentSession } from './agent-conversation.ts'

export { commandTarget } from './program/command-target.ts'
export type { CommandTargetOptions } from './program/command-target.ts'
export { functionTarget } from './function-target.ts'
export type { FunctionAgent, FunctionContext, FunctionTargetOptions } from './function-target.ts'
export { httpTargetAnswers } from './http/http-probe.ts'
export type { Probe } from './http/http-probe.ts'
export { httpTarget } from './http/http-target.ts'
export type { HttpTargetOptions } from './http/http-endpoint.ts'
export { recordedTarget } from './recorded-target.ts'
export type { RecordedTargetOptions } from './recorded-target.ts'
export type { ReplyPaths } from './http/reply-paths.ts'

export { withTargetRetries } from './with-retries.ts'
export type { RetryOptions } from '../core/basics/retry-delay.ts'
export { withTargetTimeout } from './with-timeout.ts'

export { historyText } from './users/conversation-history.ts'
export type { HistoryOptions } from './users/conversation-history.ts'
export { builtInPersona, personaFor } from './users/personas.ts'
export { simulatedUser, userTurnFrom } from './users/simulated-user.ts'
export type { SimulatedUserOptions } from './users/simulated-user.ts'

export { declaredMocks } from './environment/declared-mocks.ts'
export type { DeclaredMocksOptions } from './environment/declared-mocks.ts'
export type { RealTool, Tools } from './environment/environment.ts'
export { findValue } from './environment/model-made-tools.ts'
export { modelMadeTools } from './environment/model-made-tools.ts'
export type { ModelMadeToolsOptions, ToolDeclaration } from './environment/model-made-tools.ts'
export { readInjection, readToolMocks } from './environment/tool-mock.ts'
export type {
  OpenSourceOptions,
  OpenToolSource,
  RequestedCall,
  ToolAttempt,
  ToolSource,
} from './environment/tool-source.ts'
export { RecordedCall, readRecording, recordedTools, replayedTools } from './environment/tool-traffic.ts'
export type { ReplayOptions } from './environment/tool-traffic.ts'
export type { ServableTarget } from './environment/servable-target.ts'
