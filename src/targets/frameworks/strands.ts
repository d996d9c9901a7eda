import { stringifyJson } from '../../core/index.ts'
import type { Framework, Told } from './framework.ts'
import { fieldOf, hasMethods, instructionsIn, listField, textField } from './shape.ts'
import { copyOf, serveTools } from './strands-copy.ts'
import { strandsEvents } from './strands-reply.ts'
import { formatOf, userMessage } from './user-message.ts'

/** Agents of Strands in TypeScript. One instance is one conversation, so each conversation has a copy. */
export const strands: Framework = {
  async agent(exported, project) {
    if (!hasMethods(exported, 'takeSnapshot', 'loadSnapshot', 'invoke', 'addHook')) return undefined
    const sdk = await project.load('@strands-agents/sdk', exported)
    const tools = listField(exported, 'tools')
    const name = textField(exported, 'name')
    return {
      framework: 'Strands',
      name,
      tools: tools.flatMap((tool) => textField(tool, 'name') ?? []),
      servesTools: hasMethods(sdk, 'BeforeToolCallEvent', 'FunctionTool'),
      begin({ serve, isOwn }) {
        const agent = isOwn ? exported : copyOf(exported)
        if (serve !== undefined) serveTools(agent, sdk, serve)
        const words = wordsOfOne()
        return async (_message, { content, signal }) => {
          const before = listField(agent, 'messages').length
          const result = await agent.invoke(userMessage(content, words), { cancelSignal: signal })
          const events = strandsEvents(listField(agent, 'messages').slice(before), name)
          const structured = fieldOf(result, 'structuredOutput')
          const agents = { [name ?? 'agent']: toldOf(agent) }
          return structured === undefined ? { events, agents } : { events, agents, response: stringifyJson(structured) }
        }
      },
    }
  },
}

/** What it has told its model, and the tools that it has by now. */
function toldOf(agent: unknown): Told[string] {
  const handlers = fieldOf(fieldOf(agent, '_middlewareRegistry'), '_handlers')
  // Middleware may change what is sent.
  const isSent = !(handlers instanceof Map && handlers.size > 0)
  return {
    instructions: isSent ? (instructionsIn(fieldOf(agent, 'systemPrompt')) ?? '') : undefined,
    toolDeclarations: listField(agent, 'tools').map((tool) => fieldOf(tool, 'toolSpec')),
  }
}

/** The words of one conversation, in which models refuse two documents of the same name. */
function wordsOfOne() {
  let documents = 0
  return {
    text: (text: string) => ({ text }),
    media: ({ mimeType, data }: { mimeType: string; data: string }) => {
      const { kind, format } = formatOf(mimeType)
      const source = { bytes: Buffer.from(data, 'base64') }
      if (kind === 'image' || kind === 'audio' || kind === 'video') return { [kind]: { format, source } }
      documents += 1
      return { document: { name: `file ${documents}`, format, source } }
    },
  }
}
