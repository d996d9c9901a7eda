import { z } from 'zod'
import { stringifyJson, EvalError, message } from '../../../core/index.ts'
import { answered, spoke } from '../agent-events.ts'
import type { Framework, Told, Serve } from '../framework.ts'
import { toldInAll } from '../sent-request.ts'
import { fieldOf, hasMethods, instructionsIn, listField, textField, another } from '../shape.ts'
import { noteSoFar } from '../../environment/environment.ts'
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
          const reply = () => ({
            events: strandsEvents(listField(agent, 'messages').slice(before), name),
            agents: { [name ?? 'agent']: toldInAll(requests) ?? settledIn(agent) },
          })
          noteSoFar(reply)
          const result = await unlessCut(agent, userMessage(content, words), signal)
          const structured = fieldOf(result, 'structuredOutput')
          const told = { ...reply(), finishReason: textField(result, 'stopReason') }
          return structured === undefined ? told : { ...told, response: stringifyJson(structured) }
        }
      },
    }
  },
}

/** For an answer at the length limit Strands throws with the partial message, which is part of the conversation. */
async function unlessCut(agent: ReturnType<typeof copyOf>, asked: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    return await agent.invoke(asked, { cancelSignal: signal })
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

const Tokens = z.number().optional().catch(undefined)
const Block = z.object({
  text: z.string().optional(),
  reasoning: z.object({ text: z.string().optional() }).optional(),
  toolUse: z.object({ name: z.string(), toolUseId: z.string(), input: z.unknown().optional() }).optional(),
  toolResult: z
    .object({ toolUseId: z.string(), status: z.string().optional(), content: z.array(z.unknown()) })
    .optional(),
})
const Message = z.object({
  role: z.string(),
  content: z.array(Block),
  metadata: z
    .object({ usage: z.object({ inputTokens: Tokens, outputTokens: Tokens, totalTokens: Tokens }).optional() })
    .optional(),
})

function strandsEvents(messages: readonly unknown[], author = 'agent'): object[] {
  const names = new Map<string, string>()
  return messages.flatMap((one) => {
    const { role, content, metadata } = Message.parse(fieldsOf(one))
    const said = content.flatMap(({ text, reasoning, toolUse }) => {
      if (toolUse !== undefined) names.set(toolUse.toolUseId, toolUse.name)
      if (reasoning?.text !== undefined) return { thought: reasoning.text }
      return text ?? (toolUse === undefined ? [] : { id: toolUse.toolUseId, name: toolUse.name, args: toolUse.input })
    })
    const answers = content.flatMap(({ toolResult }) => {
      if (toolResult === undefined) return []
      const { toolUseId: id, status, content: blocks } = toolResult
      const response = responseOf(blocks)
      return { id, name: names.get(id), response: status === 'error' ? { error: response } : response }
    })
    if (answers.length > 0) return [answered(author, answers)]
    return role === 'assistant' ? [spoke(author, said, { usage: metadata?.usage, model: 'unknown' })] : []
  })
}

function fieldsOf(one: unknown): unknown {
  return hasMethods(one, 'toJSON') ? one.toJSON() : one
}

function responseOf(blocks: readonly unknown[]): unknown {
  const parts = blocks.map((block) => fieldOf(block, 'json') ?? fieldOf(block, 'text') ?? block)
  return parts.length === 1 ? parts[0] : parts
}

/** Makes an agent again from its visible parts, and refuses agents with other parts, which would be lost. */
function copyOf(agent: object): ReturnType<typeof known> {
  const kept = [
    'sessionManager',
    'memoryManager',
    'contextManager',
    '_modelRouter',
    '_sandbox',
    '_backgroundTasks',
  ].find((name) => fieldOf(agent, name) !== undefined)
  const copy = known(
    another(agent, {
      ...Object.fromEntries(
        ['model', 'systemPrompt', 'name', 'id', 'description', 'storage'].map((name) => [name, fieldOf(agent, name)]),
      ),
      structuredOutputSchema: fieldOf(agent, '_structuredOutputSchema'),
      toolExecutor: fieldOf(agent, '_toolExecutor'),
      appState: stateOf(fieldOf(agent, 'appState')),
      modelState: stateOf(fieldOf(agent, 'modelState')),
      tools: [...listField(agent, 'tools'), ...listField(agent, '_mcpClients')],
      messages: [...listField(agent, 'messages')],
      conversationManager: fieldOf(agent, '_conversationManager'),
      printer: false,
    }),
  )
  if (kept === undefined && hooksOf(agent) === hooksOf(copy)) return copy
  throw new EvalError(
    'target',
    message('This Strands agent remembers its conversation and cannot be copied for each one: it has {what}', {
      what: kept?.replace('_', '') ?? 'hooks, plugins or middleware',
    }),
    { hint: message('Export a function without parameters that makes it: export default () => new Agent(…).') },
  )
}

function known(agent: unknown) {
  if (hasMethods(agent, 'invoke', 'addHook')) return agent
  throw new TypeError('a Strands agent makes another one')
}

function hooksOf(agent: object): string {
  const hooks = fieldOf(fieldOf(agent, '_hooksRegistry'), '_callbacks')
  const plugins = listField(fieldOf(agent, '_pluginRegistry'), '_pending').map(
    (plugin) => Object(plugin).constructor.name,
  )
  const handlers = fieldOf(fieldOf(agent, '_middlewareRegistry'), '_handlers')
  const registered = [hooks, handlers].flatMap((registry) =>
    registry instanceof Map ? [...registry.values()].flat() : [],
  )
  return `${registered.length} ${plugins.join()}`
}

function stateOf(store: unknown): unknown {
  return hasMethods(store, 'getAll') ? store.getAll() : undefined
}

/** A hook before each tool call can replace the tool. */
function serveTools(agent: ReturnType<typeof known>, sdk: Readonly<Record<string, unknown>>, serve: Serve): void {
  const { BeforeToolCallEvent, FunctionTool } = sdk
  agent.addHook(BeforeToolCallEvent, (event: Record<string, unknown>) => {
    const { tool } = event
    if (!hasMethods(tool, 'invoke')) return
    const name = textField(tool, 'name') ?? ''
    const callback = (input: unknown, context: unknown) => serve(name, input, (args) => tool.invoke(args, context))
    const described = { name, description: textField(tool, 'description') ?? name }
    event['selectedTool'] = another({ constructor: FunctionTool as () => object }, { ...described, callback }) // a class
  })
}
