import { randomUUID } from 'node:crypto'
import { EvalError, stringifyJson, type Content } from '../../../core/index.ts'
import type { FunctionAgent } from '../../function-target.ts'
import type { Project, Told } from '../framework.ts'
import { langgraphListener } from './langgraph-listener.ts'
import { langgraphReply } from './langgraph-reply.ts'
import { withoutAbsent } from '../../reply/wire-object.ts'
import { another, fieldOf, listField, textField } from '../shape.ts'
import { dataUrl, formatOf, userMessage } from '../user-message.ts'

type Graph = { invoke(input: unknown, options: object): unknown }
type LanggraphConversationOptions = {
  readonly name: string
  readonly told: Told[string]
  /** True when the graph keeps the history of its threads itself. */
  readonly remembers: boolean
  readonly project: Project
}

/** One conversation with a graph. An interrupt is the graph's answer, and the next message resumes it. */
export function langgraphConversation(
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
