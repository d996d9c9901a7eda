import type { EvalCase } from '../../core/index.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { openEnvironment } from './environment.ts'
import { toolServer } from './tool-server.ts'
import type { OpenSourceOptions, ToolSource } from './tool-source.ts'

export function servedTools(sources: readonly ToolSource[]) {
  const server = toolServer()
  return {
    open(evalCase: EvalCase, options: OpenSourceOptions) {
      const environment = openEnvironment(sources, evalCase, options)
      return {
        serves: environment.serves,
        async exchange(
          request: AgentRequest,
          signal: AbortSignal,
          ask: (request: AgentRequest) => Promise<unknown>,
        ): Promise<unknown> {
          if (!environment.serves) return ask(request)
          return environment.exchange(signal, (tools) =>
            server.during(tools, (address) => ask({ ...request, tools: address })),
          )
        },
        close: () => environment.close(),
      }
    },
    close: () => server.close(),
  }
}
