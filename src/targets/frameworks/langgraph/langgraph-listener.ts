import type { Told } from '../framework.ts'
import { toldInAll } from '../sent-request.ts'
import { fieldOf, hasMethods, instructionsIn, listField, textField } from '../shape.ts'

export type GraphMessage = {
  readonly message: unknown
  /** The node with the agent that said it, for messages of a graph within the graph. */
  readonly within: string | undefined
}

/** Listens to messages that subgraphs and nodes do not write into the graph's state. */
export function langgraphListener() {
  const heard: GraphMessage[] = []
  const requests = new Map<string | undefined, Told[string][]>()
  const places = new Map<unknown, string | undefined>()
  const start =
    (at: number) =>
    (...args: readonly unknown[]) =>
      void places.set(args[2], agentIn(args[at]))
  const hear = (message: unknown, run: unknown) => {
    if (message !== undefined) heard.push({ message, within: places.get(run) })
  }
  const startModel = (...args: readonly unknown[]) => {
    start(6)(...args)
    const within = agentIn(args[6])
    requests.set(within, [...(requests.get(within) ?? []), toldInRequest(args[1], args[4])])
  }
  return {
    heard,
    /** Returns the requests to models by agent; the graph's own have the key undefined. */
    sent: () => new Map([...requests].map(([within, told]) => [within, toldInAll(told)])),
    callbacks: {
      name: 'shinsa',
      handleChatModelStart: startModel,
      handleToolStart: start(5),
      handleLLMEnd: (output: unknown, run: unknown) => hear(fieldOf(first(output), 'message'), run),
      handleToolEnd: (output: unknown, run: unknown) =>
        hear(textField(output, 'tool_call_id') === undefined ? undefined : output, run),
    },
  }
}

/** Reads the instructions from the system messages, and the tools from the provider's parameters. */
function toldInRequest(batches: unknown, extra: unknown): Told[string] {
  const messages: unknown = Array.isArray(batches) ? batches[0] : undefined
  const system = (Array.isArray(messages) ? messages : []).filter((one) => /^(system|developer)$/.test(kindOf(one)))
  const asked = fieldOf(extra, 'invocation_params')
  const tools = fieldOf(asked, 'tools') ?? fieldOf(fieldOf(extra, 'options'), 'tools')
  return {
    instructions: system.flatMap((one) => instructionsIn(fieldOf(one, 'content')) ?? []).join('\n'),
    // Some models do not report the parameters of their calls.
    toolDeclarations: Array.isArray(tools) ? tools : Object.keys(Object(asked)).length > 0 ? [] : undefined,
  }
}

function kindOf(message: unknown): string {
  return String(hasMethods(message, '_getType') ? message['_getType']() : fieldOf(message, 'type'))
}

function first(output: unknown): unknown {
  const [answers] = listField(output, 'generations')
  return Array.isArray(answers) ? answers[0] : undefined
}

/** `expert:1|agent:2` is the node `agent` of the subgraph in the node `expert`. */
function agentIn(metadata: unknown): string | undefined {
  const [...nodes] = (textField(metadata, 'langgraph_checkpoint_ns') ?? '').split('|')
  return nodes.at(-2)?.split(':')[0]
}

/** Merges a graph's messages with the overheard ones, in their order in time. */
export function withHeard(
  messages: readonly unknown[],
  heard: readonly GraphMessage[],
): readonly (GraphMessage & { isExtra: boolean })[] {
  const merged: (GraphMessage & { isExtra: boolean })[] = []
  let at = 0
  const take = (end: number) => {
    for (const one of heard.slice(at, end)) merged.push({ ...one, isExtra: true })
    at = Math.max(at, end)
  }
  messages.forEach((message, index) => {
    const found = heard.findIndex((one, place) => place >= at && keyOf(one.message) === keyOf(message))
    if (found >= 0) take(found)
    else if (index === messages.length - 1) take(heard.length)
    at = found >= 0 ? found + 1 : at
    merged.push({ message, within: undefined, isExtra: false })
  })
  const last = merged.splice(-1)
  take(heard.length)
  return [...merged, ...last]
}

function keyOf(message: unknown): unknown {
  return textField(message, 'tool_call_id') ?? textField(message, 'id') ?? message
}
