import { z } from 'zod'
import { stringifyJson } from '../../../core/index.ts'
import { noteSoFar } from '../../environment/environment.ts'
import { answered, spoke } from '../agent-events.ts'
import type { Framework, Serve, Told } from '../framework.ts'
import { fieldOf, hasMethods, listField, textField, copyWith, declarationOf, instructionsIn } from '../shape.ts'
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
          const said = await runNoting(() => sdk.run(asked, input, { context, signal, callModelInputFilter }))
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

const Item = z.object({
  type: z.string(),
  agent: z.object({ name: z.string() }).optional(),
  sourceAgent: z.object({ name: z.string() }).optional(),
  output: z.unknown().optional(),
  rawItem: z
    .object({
      type: z.string().optional(),
      callId: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.unknown().optional(),
      content: z.array(z.object({ text: z.string().optional(), refusal: z.string().optional() })).catch([]),
      output: z.unknown().optional(),
    })
    .prefault({ content: [] }),
})
const Counters = z.array(z.record(z.string(), z.number().catch(0))).catch([])
const RunResult = z.object({
  newItems: z.array(Item),
  history: z.array(z.unknown()),
  finalOutput: z.unknown().optional(),
  finishReason: z.string().optional(),
  state: z.object({
    usage: z.object({
      requests: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      totalTokens: z.number(),
      inputTokensDetails: Counters,
      outputTokensDetails: Counters,
    }),
  }),
})

/** Reads the result of `run`, when a streamed one is complete. */
async function openaiResult(said: unknown): Promise<z.infer<typeof RunResult>> {
  await fieldOf(said, 'completed')
  // The output of a run that waits for an approval must not be read.
  const isWaiting = listField(said, 'interruptions').length > 0
  const { newItems, history, state } = Object(said)
  return RunResult.parse({
    newItems,
    history,
    state,
    finalOutput: isWaiting ? undefined : fieldOf(said, 'finalOutput'),
    finishReason: saidReason(fieldOf(listField(said, 'rawResponses').at(-1), 'providerData')),
  })
}

/** The last model's reason to stop, in the terms of OpenAI's Responses or chat API. */
function saidReason(response: unknown): string | undefined {
  const [choice] = listField(response, 'choices')
  const reason = textField(fieldOf(response, 'incomplete_details'), 'reason')
  return textField(choice, 'finish_reason') ?? reason ?? textField(response, 'status')
}

/** Makes a reply of the run's items. The tokens include those of sub-agents that ran as tools. */
function openaiReply({ newItems, finalOutput, finishReason, state: { usage } }: z.infer<typeof RunResult>) {
  const { requests, inputTokensDetails, outputTokensDetails, ...tokens } = usage
  const cachedTokens = sum(inputTokensDetails, 'cached_tokens')
  const reasoningTokens = sum(outputTokensDetails, 'reasoning_tokens')
  const response = typeof finalOutput === 'string' ? finalOutput : stringifyJson(finalOutput)
  return {
    ...(response !== undefined && { response }),
    events: newItems.flatMap(eventOf),
    usage: { ...tokens, cachedTokens, reasoningTokens },
    modelCalls: requests,
    ...(finishReason !== undefined && { finishReason }),
  }
}

function eventOf({ type, agent, sourceAgent, rawItem, output }: z.infer<typeof Item>): readonly object[] {
  const author = (agent ?? sourceAgent)?.name ?? 'agent'
  const { id, callId = id, name = rawItem.type ?? type } = rawItem
  const text = rawItem.content.map((part) => part.text ?? part.refusal ?? '').join('')
  if (type === 'message_output_item') return [spoke(author, [text])]
  if (type === 'reasoning_item') return [spoke(author, [{ thought: text }])]
  if (type.endsWith('_output_item'))
    return [
      answered(author, [{ id: callId, name, response: output ?? textField(rawItem.output, 'text') ?? rawItem.output }]),
    ]
  const isCall = /^(tool|handoff|.*_tool)_call_item$/.test(type)
  return isCall ? [spoke(author, [{ id: callId, name, args: rawItem.arguments ?? {} }])] : []
}

function sum(counters: z.infer<typeof Counters>, name: string): number {
  return counters.reduce((total, counter) => total + (counter[name] ?? 0), 0)
}

/** Describes the agent and the targets of its handoffs before a call of a model. */
function openAiDeclarations(agent: unknown, told: Record<string, Told[string]> = {}): Told {
  const name = textField(agent, 'name') ?? 'agent'
  if (name in told) return told
  told[name] = {
    instructions: instructionsIn(fieldOf(agent, 'instructions')),
    toolDeclarations: listField(agent, 'mcpServers').length > 0 ? undefined : declarationsOf(listField(agent, 'tools')),
  }
  for (const handoff of listField(agent, 'handoffs')) openAiDeclarations(fieldOf(handoff, 'agent') ?? handoff, told)
  return told
}

function declarationsOf(tools: readonly unknown[]): unknown[] {
  return tools.map((tool) => declarationOf(tool, 'parameters'))
}

/** Agents that called their models in a run, with the instructions that they sent. */
type AskedAgents = Map<unknown, string>

/** Errors of the SDK have all items of the run so far; for others, requests have those before them. */
async function runNoting(run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    const items = z.array(Item).safeParse(fieldOf(fieldOf(error, 'state'), '_generatedItems')).data
    if (items !== undefined) noteSoFar(() => ({ events: items.flatMap(eventOf) }))
    throw error
  }
}

const kindsOfItems: Readonly<Record<string, string>> = {
  message: 'message_output_item',
  reasoning: 'reasoning_item',
  function_call_result: 'tool_call_output_item',
}

/** Makes the events of an exchange before a request, whose last user message begins the exchange. */
function eventsBefore(input: readonly unknown[], agent: unknown): object[] {
  const since = input.findLastIndex((item) => fieldOf(item, 'role') === 'user') + 1
  return input.slice(since).flatMap((rawItem) => {
    const kind = textField(rawItem, 'type') ?? 'message'
    const item = Item.safeParse({ type: kindsOfItems[kind] ?? 'tool_call_item', agent, rawItem })
    return item.success ? eventOf(item.data) : []
  })
}

function requestWatcher(asked: AskedAgents) {
  return ({
    modelData,
    agent,
  }: {
    readonly modelData: { readonly instructions?: string; readonly input: readonly unknown[] }
    readonly agent: unknown
  }) => {
    const input = [...modelData.input]
    noteSoFar(() => ({ events: eventsBefore(input, agent) }))
    // The text of a prompt that is stored at the provider is unknown here.
    if (modelData.instructions !== undefined || fieldOf(agent, 'prompt') === undefined)
      asked.set(agent, modelData.instructions ?? '')
    return modelData
  }
}

/** Describes the agents of a run. Tools may depend on the run's context, or come from servers. */
async function toldInRun(asked: AskedAgents, run: unknown): Promise<Told> {
  const context = fieldOf(fieldOf(run, 'state'), '_context')
  const told = [...asked].map(async ([agent, instructions]) => {
    const tools = hasMethods(agent, 'getAllTools') && context !== undefined ? await toolsOf(agent, context) : undefined
    return [textField(agent, 'name') ?? 'agent', { instructions, ...(tools && { toolDeclarations: tools }) }] as const
  })
  return Object.fromEntries(await Promise.all(told))
}

async function toolsOf(
  agent: { getAllTools(context: unknown): unknown },
  context: unknown,
): Promise<unknown[] | undefined> {
  try {
    const tools = await agent.getAllTools(context)
    return Array.isArray(tools) ? declarationsOf(tools) : undefined
  } catch {
    // The tools of a server that does not answer are unknown.
    return undefined
  }
}

/** Copies the agent and the targets of its handoffs, with copies of their function tools. */
function servedAgent(agent: object, serve: Serve, copies = new Map<object, object>()): object {
  const known = copies.get(agent)
  if (known !== undefined) return known
  const copy = copyWith(agent, { tools: listField(agent, 'tools').map((tool) => servedTool(tool, serve)) })
  copies.set(agent, copy)
  const handoffs = listField(agent, 'handoffs').map((handoff) => {
    if (!hasMethods(handoff, 'onInvokeHandoff')) return servedAgent(Object(handoff), serve, copies)
    const onInvokeHandoff = async (...args: unknown[]) =>
      servedAgent(Object(await handoff.onInvokeHandoff(...args)), serve, copies)
    return copyWith(handoff, { onInvokeHandoff, agent: servedAgent(Object(fieldOf(handoff, 'agent')), serve, copies) })
  })
  return Object.assign(copy, { handoffs })
}

function servedTool(tool: unknown, serve: Serve): unknown {
  if (!hasMethods(tool, 'invoke') || textField(tool, 'type') !== 'function') return tool
  const name = textField(tool, 'name') ?? ''
  const invoke = (context: unknown, input: unknown, ...rest: unknown[]) =>
    serve(name, argsOf(input), (args) => tool.invoke(context, stringifyJson(args), ...rest))
  return copyWith(tool, { invoke })
}

function argsOf(input: unknown): unknown {
  return typeof input === 'string' && input !== '' ? JSON.parse(input) : {}
}
