import type { Framework } from '../framework.ts'
import { openaiReply, openaiResult } from './openai-agents-reply.ts'
import { type AskedAgents, requestWatcher, servedAgent, toldInRun, openAiDeclarations } from './openai-agents-tools.ts'
import { fieldOf, hasMethods, listField, textField } from '../shape.ts'
import { dataUrl, formatOf, userMessage } from '../user-message.ts'

/** Agents of the OpenAI Agents SDK, run by the copy of it in the agent's project. */
export const openaiAgents: Framework = {
  async agent(exported, project) {
    if (!hasMethods(exported, 'getAllTools', 'clone') || !Array.isArray(fieldOf(exported, 'handoffs'))) return undefined
    const sdk = await project.load('@openai/agents', exported)
    if (!hasMethods(sdk, 'run')) return undefined
    return {
      framework: 'OpenAI Agents',
      name: textField(exported, 'name'),
      tools: listField(exported, 'tools').flatMap((tool) => textField(tool, 'name') ?? []),
      servesTools: true,
      begin({ serve }) {
        const told = { ...openAiDeclarations(exported) }
        let history: readonly unknown[] = []
        let asked: unknown = serve === undefined ? exported : servedAgent(exported, serve)
        return async (_message, { content, session: { state: context }, signal }) => {
          const input = [...history, { role: 'user', content: userMessage(content, words) }]
          // Tools get the case's session as the context of the run, and may change it.
          const watched: AskedAgents = new Map()
          const callModelInputFilter = requestWatcher(watched)
          const said = await sdk.run(asked, input, { context, signal, callModelInputFilter })
          const result = await openaiResult(said)
          history = result.history
          // The next message goes to the agent that took over the conversation.
          asked = fieldOf(said, 'lastAgent') ?? asked
          for (const [name, sent] of Object.entries(await toldInRun(watched, said)))
            told[name] = { ...told[name], ...sent }
          return { ...openaiReply(result), agents: told }
        }
      },
    }
  },
  async reply(said) {
    return Array.isArray(fieldOf(said, 'newItems')) ? openaiReply(await openaiResult(said)) : undefined
  },
}

const words = {
  text: (text: string) => ({ type: 'input_text', text }),
  media: (media: { mimeType: string; data: string }) => {
    const { kind, format } = formatOf(media.mimeType)
    if (kind === 'image') return { type: 'input_image', image: dataUrl(media) }
    if (kind === 'audio') return { type: 'audio', audio: media.data, format }
    return { type: 'input_file', file: dataUrl(media), filename: `file.${format}` }
  },
  link: ({ mimeType, url }: { mimeType: string; url: string }) =>
    mimeType.startsWith('image/') ? { type: 'input_image', image: url } : { type: 'input_file', file: { url } },
}
