import { capture } from '../../../traces/capture/capture.ts'
import { aiEvents, aiResult } from './ai-sdk-reply.ts'
import { toldInSpans, toldInSteps, watchedModel } from './ai-sdk-requests.ts'
import { aiMessage, servedAiTools } from './ai-tools.ts'
import type { Framework, Told } from '../framework.ts'
import { toldInAll } from '../sent-request.ts'
import { another, declaration, fieldOf, hasMethods, instructionsIn, textField } from '../shape.ts'

/** Agents of the AI SDK: `ToolLoopAgent`, and others with `version: 'agent-v1'`. */
export const aiSdkFramework: Framework = {
  async agent(exported) {
    if (fieldOf(exported, 'version') !== 'agent-v1') return undefined
    const settings = fieldOf(exported, 'settings')
    const tools: Readonly<Record<string, unknown>> = { ...Object(fieldOf(exported, 'tools')) }
    const name = textField(exported, 'id')
    // Options of its calls, besides the messages, are in the case's session.
    const isTold = fieldOf(settings, 'callOptionsSchema') !== undefined
    const isFast = !hasMethods(settings, 'prepareCall') && !hasMethods(settings, 'prepareStep')
    const told = {
      instructions:
        isFast && settings !== undefined ? (instructionsIn(fieldOf(settings, 'instructions')) ?? '') : undefined,
      toolDeclarations: Object.entries(tools).map(([tool, own]) =>
        declaration(tool, fieldOf(own, 'description'), fieldOf(own, 'inputSchema')),
      ),
    }
    return {
      framework: 'AI SDK',
      name,
      tools: Object.keys(tools),
      // Only agents that keep their settings can be made again with other tools.
      servesTools: settings !== undefined,
      begin({ serve }) {
        const copy = serve && another(Object(exported), { ...Object(settings), tools: servedAiTools(tools, serve) })
        const asked: unknown = copy ?? exported
        const requests: Told[string][] = []
        const model = watchedModel(fieldOf(settings, 'model'), requests)
        let messages: readonly unknown[] = []
        return async (_message, { content, session: { state }, signal }) => {
          const before = [...messages, aiMessage(content)]
          const options = {
            messages: before,
            abortSignal: signal,
            ...(isTold && { options: state }),
            ...(model !== undefined && { model }),
          }
          requests.length = 0
          const { result, spans } = await capture(async () => aiResult(await ask(asked, options)))
          const { steps, responseMessages } = result
          messages = [...before, ...(responseMessages ?? steps.at(-1)?.response.messages ?? [])]
          const sent = toldInAll(requests) ?? toldInSpans(spans) ?? toldInSteps(steps)
          return { events: aiEvents(steps, name), agents: { [name ?? 'agent']: { ...told, ...sent } } }
        }
      },
    }
  },
  async reply(said) {
    const isResult = fieldOf(said, 'totalUsage') !== undefined && fieldOf(said, 'runId') === undefined
    if (!isResult) return undefined
    const { steps } = await aiResult(said)
    const sent = toldInSteps(steps)
    return { events: aiEvents(steps), ...(sent !== undefined && { agents: { agent: sent } }) }
  },
}

/** Some agents support only streaming. */
function ask(agent: unknown, options: object): unknown {
  if (hasMethods(agent, 'generate')) return agent.generate(options)
  if (hasMethods(agent, 'stream')) return agent.stream(options)
  throw new TypeError('this agent has neither generate nor stream')
}
