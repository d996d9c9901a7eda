import { randomUUID } from 'node:crypto'
import type { Framework } from './framework.ts'
import { kindOf, langgraphReply } from './langgraph-reply.ts'
import { servedCopy, toolNodes } from './langgraph-tools.ts'
import { declaration, fieldOf, hasMethods, instructionsIn, listField, textField } from './shape.ts'
import { dataUrl, userMessage } from './user-message.ts'

/** Compiled graphs of LangGraph whose state has `messages`, and the agents of LangChain's `createAgent`. */
export const langgraph: Framework = {
  async agent(exported) {
    if (!hasMethods(exported, 'invoke')) return undefined
    const graph = fieldOf(exported, 'lg_is_pregel') === true ? exported : fieldOf(exported, 'graph')
    if (fieldOf(graph, 'lg_is_pregel') !== true || !('messages' in Object(fieldOf(graph, 'channels')))) return undefined
    const options = fieldOf(exported, 'options')
    const name = textField(options, 'name') ?? (graph === exported ? textField(exported, 'name') : undefined)
    const tools = [
      ...listField(options, 'tools'),
      ...toolNodes(exported).flatMap(([, , node]) => listField(node, 'tools')),
    ]
    const told = {
      instructions: instructionsIn(fieldOf(options, 'systemPrompt')),
      toolDeclarations: tools.map((tool) =>
        declaration(textField(tool, 'name') ?? '', fieldOf(tool, 'description'), fieldOf(tool, 'schema')),
      ),
    }
    // A graph with a checkpointer remembers its threads itself.
    const remembers = Boolean(fieldOf(graph, 'checkpointer') ?? fieldOf(options, 'checkpointer'))
    return {
      framework: options === undefined ? 'LangGraph' : 'LangChain',
      name,
      tools: tools.flatMap((tool) => textField(tool, 'name') ?? []),
      servesTools: true,
      begin({ serve }) {
        const copy = serve && servedCopy(exported, options, serve)
        const asked = hasMethods(copy, 'invoke') ? copy : exported
        const thread = { configurable: { thread_id: randomUUID() } }
        let history: readonly unknown[] = []
        return async (_message, { content, signal }) => {
          const id = randomUUID()
          const messages = [...(remembers ? [] : history), { role: 'user', content: userMessage(content, words), id }]
          const state = await asked.invoke({ messages }, { ...thread, signal })
          history = listField(state, 'messages')
          return { ...langgraphReply(state, id, name), agents: { [name ?? 'agent']: told } }
        }
      },
    }
  },
  async reply(said) {
    const isState = listField(said, 'messages').some(
      (message) => hasMethods(message, 'toDict') || kindOf(message) === 'human',
    )
    return isState ? langgraphReply(said) : undefined
  },
}

const words = {
  text: (text: string) => ({ type: 'text', text }),
  media: (media: { mimeType: string; data: string }) =>
    media.mimeType.startsWith('image/')
      ? { type: 'image_url', image_url: { url: dataUrl(media) } }
      : { type: 'file', source_type: 'base64', mime_type: media.mimeType, data: media.data },
}
