import { type AgentEvent, type Content, type Part, type ToolCall, type ToolResponse, textOf } from '../../core/index.ts'
import { defined } from '../dialects/attributes.ts'
import { withDeclaredNames } from '../dialects/given-arguments.ts'
import { completedCall, isSameCall, matchingCall, wasTold, withCallId, type KnownCall } from './known-calls.ts'
import type { ModelCall } from './model-calls.ts'
import { endOf, type SpanNode } from './span-tree.ts'

/** Something that happened in an exchange, with the span that tells of it. */
export type TracedEvent = { readonly at: number; readonly event: AgentEvent; readonly node: SpanNode }

/**
 * What happened, in order of time. A call may be told of three times: in what the model said, by the span of its tool, and in
 * the history of the next model; it is one. Parallel calls stand in the order of the model's message.
 */
export function trajectoryOf(
  nodes: readonly SpanNode[],
  models: readonly ModelCall[],
  { userContent, roots }: { readonly userContent: Content; readonly roots: readonly SpanNode[] },
): readonly TracedEvent[] {
  const known: KnownCall[] = []
  const events: TracedEvent[] = []
  const used = new Set<string>()
  const add = (call: ToolCall, node: SpanNode, at: number, executed: boolean): KnownCall => {
    const told = withCallId(call, used)
    const entry = { told, call: told, node, at, executed, answered: false }
    known.push(entry)
    return entry
  }
  /** The entry of a call that was told before, with what is told of it now. */
  const again = (call: ToolCall, isFree: (entry: KnownCall) => boolean): KnownCall | undefined => {
    const entry = matchingCall(call, known, isFree)
    if (entry !== undefined) entry.call = completedCall(entry.call, call)
    return entry
  }
  const answer = (entry: KnownCall, response: ToolResponse, node: SpanNode, at: number): void => {
    entry.answered = true
    const toolResponse = { ...response, id: entry.call.id, name: entry.call.name }
    const time = node.meaning.operation === 'tool' ? timeOf(node) : {}
    const content = { role: 'user', parts: [{ toolResponse }] }
    events.push({ at, node, event: { author: authorOf(node), content, ...time } })
  }
  for (const { node, meaning, output, endedAt } of models) {
    const parts = output.flatMap((content) => content.parts ?? []).filter((part) => isNew(part, known))
    const said = parts.map((part): Part =>
      part.toolCall === undefined ? part : { ...part, toolCall: add(part.toolCall, node, endedAt, false).told },
    )
    const content = said.length === 0 ? undefined : { role: 'model', parts: said }
    const { usage, model, finishReason } = meaning
    if (content !== undefined)
      events.push({
        at: endedAt,
        node,
        event: defined({ author: authorOf(node), content, usage, model, finishReason, ...timeOf(node) }),
      })
  }
  const declarations = nodes.flatMap(({ meaning }) => meaning.toolDeclarations ?? [])
  for (const node of toolNodes(nodes)) {
    const { toolCalls = [{ name: node.span.name }], toolResponses } = node.meaning
    for (const [at, called] of toolCalls.entries()) {
      const toolCall = withDeclaredNames(called, declarations)
      const entry =
        again(toolCall, (one) => !one.executed) ?? asked(add(toolCall, node, node.span.startedAt, true), events)
      entry.executed = true
      const { error } = node.span
      const failed = error === undefined ? undefined : { name: toolCall.name, response: { error } }
      const told = toolResponses?.[at]
      const response = told?.response === undefined ? failed : told
      if (response !== undefined) answer(entry, response, node, Math.max(endOf(node), entry.at))
    }
  }
  const histories = [
    ...models.map(({ node, input }) => ({ node, said: input, at: node.span.startedAt })),
    // A graph gives back all its messages.
    ...roots.map((node) => ({ node, said: node.meaning.output ?? [], at: endOf(node) })),
  ]
  for (const { node, said, at } of histories) {
    const seen = new Set<KnownCall>()
    for (const part of sinceUser(said, userContent)) {
      if (part.toolCall !== undefined) {
        const entry = again(part.toolCall, (one) => !seen.has(one)) ?? asked(add(part.toolCall, node, at, true), events)
        seen.add(entry)
      }
      if (part.toolResponse === undefined) continue
      const { id, name } = part.toolResponse
      const open = known.find(
        (one) => !one.answered && seen.has(one) && (id === undefined ? one.call.name === name : one.call.id === id),
      )
      if (open !== undefined) answer(open, part.toolResponse, node, Math.max(open.at, at))
    }
  }
  const whole = new Map(known.map(({ told, call }) => [told, call]))
  return events
    .map((traced) => withWholeCalls(traced, whole))
    .toSorted((one, other) => one.at - other.at || rank(one) - rank(other))
}

/** What was told of a call after the event was written down stands in the event too. */
function withWholeCalls(traced: TracedEvent, whole: ReadonlyMap<ToolCall, ToolCall>): TracedEvent {
  const { content } = traced.event
  const parts = content?.parts?.map((part) => {
    const toolCall = part.toolCall && whole.get(part.toolCall)
    return toolCall === undefined ? part : { ...part, toolCall }
  })
  return parts === undefined ? traced : { ...traced, event: { ...traced.event, content: { ...content, parts } } }
}

/** None where the span was not ended. */
function timeOf({ span: { startedAt, endedAt } }: SpanNode): Pick<AgentEvent, 'endedAt' | 'durationSeconds'> {
  if (endedAt === undefined || endedAt < startedAt) return {}
  return { endedAt: endedAt / 1000, durationSeconds: (endedAt - startedAt) / 1000 }
}

// Some write the messages before once more with what the model said.
function isNew({ toolCall, toolResponse }: Part, known: readonly KnownCall[]): boolean {
  if (toolResponse !== undefined) return false
  if (toolCall === undefined) return true
  const before = wasTold(toolCall, known)
  if (before !== undefined) before.call = completedCall(before.call, toolCall)
  return before === undefined
}

/** The nearest agent that a span belongs to. */
export function authorOf(node: SpanNode): string {
  for (let next: SpanNode | undefined = node; next !== undefined; next = next.parent) {
    if (next.meaning.operation === 'agent' && next.meaning.agent !== undefined) return next.meaning.agent
  }
  return node.meaning.agent ?? 'agent'
}

function asked(entry: KnownCall, events: TracedEvent[]): KnownCall {
  const { told: toolCall, node, at } = entry
  events.push({ at, node, event: { author: authorOf(node), content: { role: 'model', parts: [{ toolCall }] } } })
  return entry
}

// Within one moment, a call comes before its answer.
function rank({ event }: TracedEvent): number {
  return event.content?.parts?.some(({ toolResponse }) => toolResponse !== undefined) === true ? 1 : 0
}

/** Whether another library tells of the same call, in a span that lasted longer. */
function isAgain(node: SpanNode, other: SpanNode): boolean {
  const [one, two] = [node.span, other.span]
  if (node === other || one.scope === two.scope || one.traceId !== two.traceId) return false
  const isDuring = one.startedAt >= two.startedAt && endOf(node) <= endOf(other)
  const isSameSpan = one.startedAt === two.startedAt && endOf(node) === endOf(other)
  const [call] = node.meaning.toolCalls ?? []
  const [told] = other.meaning.toolCalls ?? []
  if (!isDuring || (isSameSpan && one.spanId < two.spanId) || call === undefined || told === undefined) return false
  return isSameCall(call, told)
}

/** Spans of tools that an agent called. What is within the span of a tool without an agent is the same once more, or its own affair. */
function toolNodes(nodes: readonly SpanNode[]): readonly SpanNode[] {
  const tools = nodes.filter((node) => node.meaning.operation === 'tool')
  const isOfSeveral = new Set(tools.map(({ span }) => span.scope)).size > 1
  return tools.filter((node) => {
    if (isOfSeveral && tools.some((other) => isAgain(node, other))) return false
    for (let above = node.parent; above !== undefined; above = above.parent) {
      if (above.meaning.operation === 'tool') return false
      if (above.meaning.operation === 'agent' || above.meaning.operation === 'model') return true
    }
    return true
  })
}

/** What a history has after the message that the exchange began with. */
function sinceUser(input: readonly Content[], userContent: Content): readonly Part[] {
  const words = textOf(userContent)?.trim()
  const same = input.findLastIndex((content) => content.role === 'user' && textOf(content)?.trim() === words)
  const start = same >= 0 ? same : input.findLastIndex(({ role }) => role === 'user')
  return input.slice(start + 1).flatMap(({ parts }) => parts ?? [])
}
