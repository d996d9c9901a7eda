import type { JsonObject } from '../../../core/index.ts'
import { another, fieldOf, hasMethods, textField, listField } from '../shape.ts'
import { exchangePlugin, toldIn, adkDeclarations } from './adk-tools.ts'
import type { Framework } from '../framework.ts'
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
          if (!hasMethods(runner, 'runAsync')) throw new TypeError('this ADK has no InMemoryRunner with runAsync')
          const asked = runner.runAsync({ userId, sessionId, newMessage, abortSignal: signal })
          for await (const event of asked as AsyncIterable<object>) events.push(event) // ADK's generator
          return { events, agents: { ...told, ...toldIn(requests) } }
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
