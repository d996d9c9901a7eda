import { toldInSteps } from '../ai-sdk/ai-sdk-requests.ts'
import { aiMessage, servedAiTools } from '../ai-sdk/ai-tools.ts'
import type { Framework } from '../framework.ts'
import { mastraEvents, MastraResult } from './mastra-reply.ts'
import { declaration, fieldOf, hasMethods, instructionsIn, textField } from '../shape.ts'

export const mastra: Framework = {
  async agent(exported) {
    if (!hasMethods(exported, 'getLLM', 'listTools', 'getInstructions', 'generate')) return undefined
    const tools: Readonly<Record<string, unknown>> = { ...Object(await exported.listTools()) }
    const name = textField(exported, 'name')
    // For providers that do not report requests: the values that Mastra makes without a context.
    const settled = async () => ({
      instructions: instructionsIn(await exported.getInstructions()),
      toolDeclarations: Object.entries(tools).map(([tool, own]) =>
        declaration(tool, fieldOf(own, 'description'), fieldOf(own, 'inputSchema')),
      ),
    })
    return {
      framework: 'Mastra',
      name,
      tools: Object.keys(tools),
      servesTools: true,
      begin({ serve }) {
        // Tools of a call override the agent's tools of the same names.
        const toolsets = serve && { served: servedAiTools(tools, serve) }
        let messages: readonly unknown[] = []
        return async (_message, { content, signal }) => {
          const before = [...messages, aiMessage(content)]
          const result = MastraResult.parse(
            await exported.generate(before, { abortSignal: signal, ...(toolsets && { toolsets }) }),
          )
          if (result.error instanceof Error) throw result.error
          messages = [...before, ...result.response.messages]
          const told = toldInSteps(result.steps) ?? (await settled())
          return { events: mastraEvents(result, name), agents: { [name ?? 'agent']: told } }
        }
      },
    }
  },
  async reply(said) {
    if (fieldOf(said, 'totalUsage') === undefined || fieldOf(said, 'runId') === undefined) return undefined
    const result = MastraResult.safeParse(hasMethods(said, 'getFullOutput') ? await said.getFullOutput() : said)
    if (!result.success) return undefined
    const sent = toldInSteps(result.data.steps)
    return { events: mastraEvents(result.data), ...(sent !== undefined && { agents: { agent: sent } }) }
  },
}
