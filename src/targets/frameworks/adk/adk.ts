import type { JsonObject } from '../../../core/index.ts'
import type { Framework, Serve, Told } from '../framework.ts'
import { another, fieldOf, hasMethods, textField, listField, instructionsIn } from '../shape.ts'
import { noteSoFar } from '../../environment/environment.ts'
import { toldInRequest } from './adk-request.ts'
import { geminiPart } from './gemini-part.ts'

// ADK's own marks, which are the same in every copy of the package.
const signs = ['google.adk.baseAgent', 'google.adk.workflow.baseNode'].map((sign) => Symbol.for(sign))

/** Agents, apps and workflows of Google's ADK, run by the copy of ADK in the agent's project. */
export const adkFramework: Framework = {
  async agent(exported, project) {
    const root = fieldOf(exported, 'rootAgent') ?? exported
    if (!signs.some((sign) => fieldOf(root, sign) === true)) return undefined
    const sdk = await project.load('@google/adk', root)
    const [told, name] = [adkDeclarations(root), textField(root, 'name')]
    return {
      framework: 'ADK',
      name,
      tools: listField(root, 'tools').flatMap((tool) => textField(tool, 'name') ?? []),
      servesTools: hasMethods(sdk, 'BasePlugin'),
      begin({ serve }) {
        const requests = new Map<string, unknown>()
        const plugins = hasMethods(sdk, 'BasePlugin') ? [exchangePlugin(sdk, { requests, serve })] : []
        let runner: unknown
        return async (_message, { content, session, signal }) => {
          const { userId, id: sessionId } = session
          runner ??= await runnerWith(
            sdk,
            { agent: root, ...(root !== exported && { app: exported }), plugins },
            session,
          )
          const newMessage = { role: 'user', parts: (content.parts ?? []).map(geminiPart) }
          const events: object[] = []
          const reply = () => ({ events, agents: { ...told, ...toldIn(requests) } })
          noteSoFar(reply)
          if (!hasMethods(runner, 'runAsync')) throw new TypeError('this ADK has no InMemoryRunner with runAsync')
          const asked = runner.runAsync({ userId, sessionId, newMessage, abortSignal: signal })
          for await (const event of asked as AsyncIterable<object>) events.push(event) // ADK's generator
          return reply()
        }
      },
    }
  },
}

async function runnerWith(
  sdk: Readonly<Record<string, unknown>>,
  { app, ...options }: { readonly agent: unknown; readonly app?: unknown; readonly plugins: readonly unknown[] },
  { appName: ours, userId, id: sessionId, state }: { appName: string; userId: string; id: string; state: JsonObject },
): Promise<unknown> {
  const appName = textField(app, 'name') ?? ours
  const runner = another({ constructor: sdk['InMemoryRunner'] as () => object }, { ...options, app, appName }) // a class
  const sessions = fieldOf(runner, 'sessionService')
  if (hasMethods(sessions, 'createSession'))
    await sessions.createSession({ appName, userId, sessionId, state: structuredClone(state) })
  return runner
}

/** Describes the agent and its sub-agents before a call. `isPreceded` means that a root adds instructions. */
function adkDeclarations(agent: unknown, isPreceded = false): Told {
  const tools = listField(agent, 'tools')
  const instruction = instructionsIn(fieldOf(agent, 'instruction'))
  const hasMore = isPreceded || Boolean(fieldOf(agent, 'globalInstruction'))
  // Text in braces is filled in from the session.
  const isWhole = !hasMore && !/\{[^{}]+\}/.test(instruction ?? '')
  const own = {
    instructions: isWhole ? instruction : undefined,
    // The tools of a toolset are made for each call of the model.
    toolDeclarations: tools.some((tool) => hasMethods(tool, 'getTools')) ? undefined : tools.flatMap(adkDeclaration),
  }
  const others = listField(agent, 'subAgents').map((other) => adkDeclarations(other, hasMore))
  return Object.assign({ [textField(agent, 'name') ?? 'agent']: own }, ...others)
}

function adkDeclaration(tool: unknown): unknown {
  return hasMethods(tool, '_getDeclaration') ? (tool['_getDeclaration']() ?? []) : []
}

type Requests = Map<string, unknown>

function toldIn(requests: Requests): Told {
  return Object.fromEntries([...requests].map(([name, request]) => [name, toldInRequest(request)]))
}

/** Makes a plugin that sees the requests to models and the tool calls of every agent. */
function exchangePlugin(
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
