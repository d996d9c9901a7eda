import { randomUUID } from 'node:crypto'
import { EvalError, message, stringifyJson, type Content } from '../../../core/index.ts'
import type { FunctionAgent } from '../../function-target.ts'
import { withoutAbsent } from '../../reply/wire-object.ts'
import type { Serve, Framework, Project, Told } from '../framework.ts'
import {
  another,
  copyWith,
  fieldOf,
  hasMethods,
  listField,
  textField,
  declarationOf,
  instructionsIn,
} from '../shape.ts'
import { dataUrl, formatOf, userMessage } from '../user-message.ts'
import { noteSoFar } from '../../environment/environment.ts'
import { langgraphListener } from './langgraph-listener.ts'
import { kindOf, langgraphReply } from './langgraph-reply.ts'

/** Graphs of LangGraph whose state has `messages`, compiled or not, and the agents of LangChain's `createAgent`. */
export const langgraph: Framework = {
  async agent(found, project) {
    const exported = hasMethods(found, 'compile', 'addNode', 'addEdge') ? found.compile() : found
    if (!hasMethods(exported, 'invoke')) return undefined
    const graph = fieldOf(exported, 'lg_is_pregel') === true ? exported : fieldOf(exported, 'graph')
    if (fieldOf(graph, 'lg_is_pregel') !== true) return undefined
    if (!('messages' in Object(fieldOf(graph, 'channels')))) throw hasNoMessages()
    const options = fieldOf(exported, 'options')
    const name = textField(options, 'name') ?? (graph === exported ? textField(exported, 'name') : undefined)
    const tools = [
      ...listField(options, 'tools'),
      ...toolNodes(exported).flatMap(([, , node]) => listField(node, 'tools')),
    ]
    const told = {
      // Middleware may change the instructions at each call, and nodes of a graph may send any.
      instructions:
        listField(options, 'middleware').length === 0 ? instructionsIn(fieldOf(options, 'systemPrompt')) : undefined,
      toolDeclarations:
        options === undefined && tools.length === 0 ? undefined : tools.map((tool) => declarationOf(tool, 'schema')),
    }
    return {
      framework: options === undefined ? 'LangGraph' : 'LangChain',
      name,
      tools: tools.flatMap((tool) => textField(tool, 'name') ?? []),
      // Tools that a node runs itself cannot be replaced.
      servesTools: tools.length > 0,
      begin({ serve }) {
        const copy = serve && servedCopy(exported, options, serve)
        const asked = hasMethods(copy, 'invoke') ? copy : exported
        // A graph with a checkpointer keeps the history of its threads.
        const remembers = Boolean(fieldOf(graph, 'checkpointer') ?? fieldOf(options, 'checkpointer'))
        return langgraphConversation(asked, { name: name ?? 'agent', told, remembers, project })
      },
    }
  },
  async reply(said) {
    const messages = listField(said, 'messages')
    const isState = messages.some((one) => hasMethods(one, 'toDict') || kindOf(one) === 'human')
    return isState ? langgraphReply(said) : undefined
  },
}

function hasNoMessages(): EvalError {
  return new EvalError(
    'target',
    message('The state of this graph has no messages, so nobody knows where the question goes'),
    {
      hint: message(
        'Export a function that asks it: export default async (question) => (await graph.invoke({ question })).answer',
      ),
    },
  )
}

function toolNodes(graph: unknown): readonly (readonly [string, object, object])[] {
  return Object.entries(Object(fieldOf(graph, 'nodes'))).flatMap(([name, node]) => {
    const bound = fieldOf(node, 'bound')
    return listField(bound, 'tools').length > 0 ? [[name, Object(node), Object(bound)] as const] : []
  })
}

function servedCopy(exported: object, options: unknown, serve: Serve): unknown {
  const served = (tools: readonly unknown[]) => tools.map((tool) => servedTool(tool, serve))
  if (options !== undefined)
    return another(exported, { ...Object(options), tools: served(listField(options, 'tools')) })
  const nodes = toolNodes(exported).map(([name, node, bound]) => {
    const { name: called, tags, handleToolErrors } = Object(bound)
    const again = another(bound, served(listField(bound, 'tools')), { name: called, tags, handleToolErrors })
    return [name, copyWith(node, { bound: again })]
  })
  return copyWith(exported, { nodes: { ...Object(fieldOf(exported, 'nodes')), ...Object.fromEntries(nodes) } })
}

function servedTool(tool: unknown, serve: Serve): unknown {
  if (!hasMethods(tool, '_call')) return tool
  const name = textField(tool, 'name') ?? ''
  const call = (input: unknown, ...rest: unknown[]) => {
    const args = typeof input === 'string' ? { input } : input
    return serve(name, args, (given) => tool['_call'](typeof input === 'string' ? given['input'] : given, ...rest))
  }
  return copyWith(tool, { ['_call']: call })
}

type Graph = { invoke(input: unknown, options: object): unknown }
type LanggraphConversationOptions = {
  readonly name: string
  readonly told: Told[string]
  /** True when the graph keeps the history of its threads itself. */
  readonly remembers: boolean
  readonly project: Project
}

/** One conversation with a graph. An interrupt is the graph's answer, and the next message resumes it. */
function langgraphConversation(
  graph: Graph,
  { name, told, remembers, project }: LanggraphConversationOptions,
): FunctionAgent {
  const thread = { configurable: { thread_id: randomUUID() } }
  let history: readonly unknown[] = []
  let waits = false
  return async (text, { content, session: { state: context }, signal }) => {
    const id = randomUUID()
    const asked = waits ? undefined : await humanMessage(content, { id, project, graph })
    const input = waits
      ? await made('Command', { resume: valueIn(text) }, { project, graph, from: '@langchain/langgraph' })
      : { messages: [...(remembers ? [] : history), asked] }
    const { heard, sent, callbacks } = langgraphListener()
    noteSoFar(() => ({
      ...langgraphReply({ messages: heard.map(({ message: said }) => said) }, { agent: name, heard }),
      agents: toldWith(sent(), { name, told }),
    }))
    const state = await graph.invoke(input, { ...thread, signal, context, callbacks: [callbacks] })
    const messages = listField(state, 'messages')
    const start = waits
      ? history.length
      : messages.findLastIndex((one) => one === asked || textField(one, 'id') === id) + 1
    history = messages
    const [interrupt] = listField(state, '__interrupt__')
    waits = interrupt !== undefined && remembers
    const reply = { ...langgraphReply(state, { start, agent: name, heard }), agents: toldWith(sent(), { name, told }) }
    return interrupt === undefined ? reply : { ...reply, response: wordsOf(fieldOf(interrupt, 'value')) }
  }
}

function toldWith(
  sent: ReturnType<ReturnType<typeof langgraphListener>['sent']>,
  { name, told }: Pick<LanggraphConversationOptions, 'name' | 'told'>,
): Told {
  const own = withoutAbsent({ ...told, ...withoutAbsent(sent.get(undefined) ?? {}) })
  const within = [...sent].flatMap(([node, one]) => (node === undefined ? [] : [[node, one ?? {}] as const]))
  return { ...(Object.keys(own).length > 0 && { [name]: own }), ...Object.fromEntries(within) }
}

type LanggraphConversationPlace = { readonly project: Project; readonly graph: Graph }

/** Users' graphs often test the class of a message. */
async function humanMessage(
  content: Content,
  { id, ...place }: LanggraphConversationPlace & { readonly id: string },
): Promise<unknown> {
  const fields = { content: userMessage(content, words), id }
  const human = await made('HumanMessage', fields, { ...place, from: '@langchain/core/messages' })
  return human ?? { role: 'user', ...fields }
}

/** Makes an object with a class of the project's package; undefined where the project lacks it. */
async function made(
  name: string,
  fields: object,
  { project, graph, from }: LanggraphConversationPlace & { readonly from: string },
) {
  try {
    const maker = (await project.load(from, graph))[name]
    return maker === undefined ? undefined : another({ constructor: maker as () => object }, fields) // a class
  } catch (error) {
    if (error instanceof EvalError && name === 'HumanMessage') return undefined
    throw error
  }
}

/** A graph is resumed with a value; a dialogue gives it as a text or as JSON. */
function valueIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : (stringifyJson(value) ?? '')
}

const words = {
  text: (text: string) => ({ type: 'text', text }),
  media: (media: { mimeType: string; data: string }) => {
    const { kind, format } = formatOf(media.mimeType)
    if (kind === 'image') return { type: 'image_url', image_url: { url: dataUrl(media) } }
    const file = { source_type: 'base64', data: media.data, metadata: { filename: `file.${format}` } }
    // LangChain recognises the type of audio by the file's extension.
    if (kind === 'audio') return { type: 'audio', mime_type: `audio/${format}`, ...file }
    return { type: 'file', mime_type: media.mimeType, ...file }
  },
  link: ({ mimeType, url }: { mimeType: string; url: string }) =>
    mimeType.startsWith('image/')
      ? { type: 'image_url', image_url: { url } }
      : { type: 'file', source_type: 'url', mime_type: mimeType, url },
}
