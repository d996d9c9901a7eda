import { aiEvents, AiResult } from './ai-sdk-reply.ts'
import { aiMessage, servedAiTools } from './ai-tools.ts'
import type { Framework } from './framework.ts'
import { another, declaration, fieldOf, hasMethods, instructionsIn, textField } from './shape.ts'

/** Agents of the AI SDK: `ToolLoopAgent`, and whatever else has `version: 'agent-v1'`. */
export const aiSdk: Framework = {
  async agent(exported) {
    if (fieldOf(exported, 'version') !== 'agent-v1' || !hasMethods(exported, 'generate')) return undefined
    const settings = fieldOf(exported, 'settings')
    const tools: Readonly<Record<string, unknown>> = { ...Object(fieldOf(exported, 'tools')) }
    const name = textField(exported, 'id')
    const told = {
      instructions: instructionsIn(fieldOf(settings, 'instructions')),
      toolDeclarations: Object.entries(tools).map(([tool, own]) =>
        declaration(tool, fieldOf(own, 'description'), fieldOf(own, 'inputSchema')),
      ),
    }
    return {
      framework: 'AI SDK',
      name,
      tools: Object.keys(tools),
      // Only agents that keep what they were made with can be made again with other tools.
      servesTools: settings !== undefined,
      begin({ serve }) {
        const copy = serve && another(exported, { ...Object(settings), tools: servedAiTools(tools, serve) })
        const asked = hasMethods(copy, 'generate') ? copy : exported
        let messages: readonly unknown[] = []
        return async (_message, { content, signal }) => {
          const before = [...messages, aiMessage(content)]
          const { steps, responseMessages } = AiResult.parse(
            await asked.generate({ messages: before, abortSignal: signal }),
          )
          messages = [...before, ...(responseMessages ?? steps.at(-1)?.response.messages ?? [])]
          return { events: aiEvents(steps, name), agents: { [name ?? 'agent']: told } }
        }
      },
    }
  },
  async reply(said) {
    const isResult = fieldOf(said, 'totalUsage') !== undefined && fieldOf(said, 'runId') === undefined
    const result = isResult ? AiResult.safeParse(said) : undefined
    return result?.success === true ? { events: aiEvents(result.data.steps) } : undefined
  },
}
