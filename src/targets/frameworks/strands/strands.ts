import { stringifyJson } from '../../../core/index.ts'
import type { Framework, Told } from '../framework.ts'
import { toldInAll } from '../sent-request.ts'
import { fieldOf, hasMethods, instructionsIn, listField, textField } from '../shape.ts'
import { copyOf, serveTools } from './strands-copy.ts'
import { strandsEvents } from './strands-reply.ts'
import { formatOf, takesNo, userMessage, type Link } from '../user-message.ts'

/** Agents of Strands in TypeScript. An instance holds one conversation, so each conversation gets a copy. */
export const strandsFramework: Framework = {
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
        const requests: Told[string][] = []
        watchRequests(agent, sdk, requests)
        return async (_message, { content, signal }) => {
          const before = listField(agent, 'messages').length
          requests.length = 0
          const result = await unlessCut(agent, userMessage(content, words), signal)
          const events = strandsEvents(listField(agent, 'messages').slice(before), name)
          const structured = fieldOf(result, 'structuredOutput')
          const agents = { [name ?? 'agent']: toldInAll(requests) ?? settledIn(agent) }
          const told = { events, agents, finishReason: textField(result, 'stopReason') }
          return structured === undefined ? told : { ...told, response: stringifyJson(structured) }
        }
      },
    }
  },
}

/** For an answer at the length limit Strands throws with the partial message, which is part of the conversation. */
async function unlessCut(agent: ReturnType<typeof copyOf>, message: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    return await agent.invoke(message, { cancelSignal: signal })
  } catch (error) {
    const partial = fieldOf(error, 'partialMessage')
    const messages = fieldOf(agent, 'messages')
    if (textField(error, 'name') !== 'MaxTokensError' || partial === undefined || !Array.isArray(messages)) throw error
    if (messages.at(-1) !== partial) messages.push(partial)
    return { stopReason: 'maxTokens' }
  }
}

/** Records each request after all middleware that may change it. */
function watchRequests(agent: object, sdk: Readonly<Record<string, unknown>>, requests: Told[string][]): void {
  const { InvokeModelStage } = sdk
  if (!hasMethods(agent, 'addMiddleware') || InvokeModelStage === undefined) return
  agent.addMiddleware(InvokeModelStage, async function* (context: unknown, next: (sent: unknown) => AsyncGenerator) {
    requests.push({
      instructions: instructionsIn(fieldOf(context, 'systemPrompt')) ?? '',
      toolDeclarations: [...listField(context, 'toolSpecs')],
    })
    return yield* next(context)
  })
}

function settledIn(agent: unknown): Told[string] {
  return {
    instructions: instructionsIn(fieldOf(agent, 'systemPrompt')) ?? '',
    toolDeclarations: listField(agent, 'tools').map((tool) => fieldOf(tool, 'toolSpec')),
  }
}

/** Writes content for one conversation, in which models refuse two documents of the same name. */
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
    link: (link: Link) => {
      const { kind, format } = formatOf(link.mimeType)
      const isStored = link.url.startsWith('s3://')
      if (!isStored && kind !== 'image') throw takesNo(link)
      const source = isStored ? { location: { type: 's3', uri: link.url } } : { url: link.url }
      if (kind === 'image' || kind === 'audio' || kind === 'video') return { [kind]: { format, source } }
      documents += 1
      return { document: { name: `file ${documents}`, format, source } }
    },
  }
}
