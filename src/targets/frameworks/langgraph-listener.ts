import { fieldOf, listField, textField } from './shape.ts'

/** What a model or a tool said while a graph ran. */
export type Heard = {
  readonly message: unknown
  /** The node that is an agent of its own, where it was said in a graph within the graph. */
  readonly within: string | undefined
}

/** Listens to what graphs within a graph, and nodes that keep it to themselves, do not write into its messages. */
export function langgraphListener() {
  const heard: Heard[] = []
  const places = new Map<unknown, string | undefined>()
  const start =
    (at: number) =>
    (...args: readonly unknown[]) =>
      void places.set(args[2], agentIn(args[at]))
  const hear = (message: unknown, run: unknown) => {
    if (message !== undefined) heard.push({ message, within: places.get(run) })
  }
  return {
    heard,
    callbacks: {
      name: 'shinsa',
      handleChatModelStart: start(6),
      handleToolStart: start(5),
      handleLLMEnd: (output: unknown, run: unknown) => hear(fieldOf(first(output), 'message'), run),
      handleToolEnd: (output: unknown, run: unknown) =>
        hear(textField(output, 'tool_call_id') === undefined ? undefined : output, run),
    },
  }
}

function first(output: unknown): unknown {
  const [answers] = listField(output, 'generations')
  return Array.isArray(answers) ? answers[0] : undefined
}

/** `expert:1|agent:2` is the node `agent` of the graph that is the node `expert`. */
function agentIn(metadata: unknown): string | undefined {
  const [...nodes] = (textField(metadata, 'langgraph_checkpoint_ns') ?? '').split('|')
  return nodes.at(-2)?.split(':')[0]
}

/** Messages of a graph's state with what else was heard between them, in the order in which it was said. */
export function withHeard(
  messages: readonly unknown[],
  heard: readonly Heard[],
): readonly (Heard & { isExtra: boolean })[] {
  const merged: (Heard & { isExtra: boolean })[] = []
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
