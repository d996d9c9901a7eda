// What a target is and what agents answer.
export { Reply, toInvocation } from './reply.ts'
export type { AgentSession } from './agent-conversation.ts'

// Agents, however they are reached.
export { commandTarget } from './command-target.ts'
export type { CommandTargetOptions } from './command-target.ts'
export { functionTarget } from './function-target.ts'
export type { FunctionAgent, FunctionContext } from './function-target.ts'
export { httpTargetAnswers } from './http-probe.ts'
export type { Probe } from './http-probe.ts'
export { httpTarget } from './http-target.ts'
export type { HttpTargetOptions } from './http-endpoint.ts'
export { recordedTarget } from './recorded-target.ts'
export type { RecordedTargetOptions, RecordedTranscript } from './recorded-target.ts'
export type { ReplyPaths } from './reply-paths.ts'

// Around any of them.
export { withRetries } from './with-retries.ts'
export type { RetryOptions } from './with-retries.ts'
export { withTimeout } from './with-timeout.ts'
