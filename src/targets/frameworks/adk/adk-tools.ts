import { toldInRequest } from './adk-request.ts'
import type { Serve, Told } from '../framework.ts'
import { another, fieldOf, hasMethods, instructionsIn, listField, textField } from '../shape.ts'

/** Describes the agent and its sub-agents before a call. `isPreceded` means that a root adds instructions. */
export function adkDeclarations(agent: unknown, isPreceded = false): Told {
  const tools = listField(agent, 'tools')
  const instruction = instructionsIn(fieldOf(agent, 'instruction'))
  const hasMore = isPreceded || Boolean(fieldOf(agent, 'globalInstruction'))
  // Text in braces is filled in from the session.
  const isWhole = !hasMore && !/\{[^{}]+\}/.test(instruction ?? '')
  const own = {
    instructions: isWhole ? instruction : undefined,
    // The tools of a toolset are made for each call of the model.
    toolDeclarations: tools.some((tool) => hasMethods(tool, 'getTools')) ? undefined : tools.flatMap(declarationOf),
  }
  const others = listField(agent, 'subAgents').map((other) => adkDeclarations(other, hasMore))
  return Object.assign({ [textField(agent, 'name') ?? 'agent']: own }, ...others)
}

function declarationOf(tool: unknown): unknown {
  return hasMethods(tool, '_getDeclaration') ? (tool['_getDeclaration']() ?? []) : []
}

type Requests = Map<string, unknown>

export function toldIn(requests: Requests): Told {
  return Object.fromEntries([...requests].map(([name, request]) => [name, toldInRequest(request)]))
}

/** Makes a plugin that sees the requests to models and the tool calls of every agent. */
export function exchangePlugin(
  sdk: Readonly<Record<string, unknown>>,
  { requests, serve }: { readonly requests: Requests; readonly serve: Serve | undefined },
): unknown {
  const plugin = Object(another({ constructor: sdk['BasePlugin'] as () => object }, 'shinsa')) // a class
  // Other callbacks may still change the request, so it is read after the exchange.
  const beforeModelCallback = async ({ callbackContext, llmRequest }: Readonly<Record<string, unknown>>) =>
    void requests.set(textField(callbackContext, 'agentName') ?? 'agent', llmRequest)
  return Object.assign(plugin, { beforeModelCallback }, serve && { beforeToolCallback: servingCallback(serve) })
}

function servingCallback(serve: Serve) {
  return async ({ tool, toolArgs, toolContext }: Readonly<Record<string, unknown>>) => {
    const name = textField(tool, 'name') ?? ''
    // The runner itself handles transfers to other agents.
    if (name === 'transfer_to_agent' || !hasMethods(tool, 'runAsync')) return undefined
    try {
      const response = await serve(name, toolArgs, (args) => tool.runAsync({ args, toolContext }))
      const isRecord = typeof response === 'object' && response !== null && !Array.isArray(response)
      return isRecord ? response : { result: response }
    } catch (error) {
      // ADK returns this for a tool that throws.
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
}
