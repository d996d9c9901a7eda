// `shinsa/targets`: ways to reach agents, simulated users and simulated tools.

// Agents.
export { commandTarget } from '../targets/program/command-target.ts'
export { functionTarget } from '../targets/function-target.ts'
export type { FunctionAgent, FunctionContext } from '../targets/function-target.ts'
export { httpTarget } from '../targets/http/http-target.ts'
export { recordedTarget } from '../targets/recorded-target.ts'
export { toInvocation } from '../targets/reply/reply.ts'

// Wrappers for any agent.
export { withTargetRetries as withRetries } from '../targets/with-retries.ts'
export { withTargetTimeout as withTimeout } from '../targets/with-timeout.ts'

// Simulated users.
export { simulatedUser } from '../targets/users/simulated-user.ts'

// Sources of answers to an agent's tool calls.
export { declaredMocks } from '../targets/environment/declared-mocks.ts'
export type { RealTool, Tools } from '../targets/environment/environment.ts'
export { modelMadeTools } from '../targets/environment/model-made-tools.ts'
export type { ToolSource } from '../targets/environment/tool-source.ts'
export { readRecording, recordedTools, replayedTools } from '../targets/environment/tool-traffic.ts'
