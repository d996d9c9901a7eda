import { type AgentEvent, type Content, type Part, type ToolCall, type ToolResponse, textOf } from '../../core/index.ts'
import { defined } from '../dialects/attributes.ts'
import { withDeclaredNames } from '../dialects/given-arguments.ts'
import { completedCall, isSameCall, matchingCall, wasTold, withCallId, type KnownCall } from './known-calls.ts'
import type { ModelCall } from './model-calls.ts'
import { endOf, findAbove, type SpanNode, workAbove } from './span-tree.ts'

export type TracedEvent = { readonly at: number; readonly event: AgentEvent; readonly node: SpanNode }

/**
 * Returns the events in order of time. A call may be recorded three times: in the model's output, by its tool span, and
 * in the history of the next model call; it counts once. Parallel calls keep the order of the model's message.
 */
export function trajectoryOf(
  nodes: readonly SpanNode[],
  models: readonly ModelCall[],
  { userContent, roots }: { readonly userContent: Content; readonly roots: readonly SpanNode[] },
): readonly TracedEvent[] {
  const told = toldEvents()
  for (const call of models) addModelCall(told, call)
  const declarations = nodes.flatMap(({ meaning }) => meaning.toolDeclarations ?? [])
  for (const node of toolNodes(nodes)) addToolSpan(told, node, declarations)
  for (const { node, input } of models) {
    addHistory(told, { node, parts: sinceUser(input, userContent), at: node.span.startedAt })
  }
  // A graph's output repeats all its messages.
  for (const node of roots) {
    addHistory(told, { node, parts: sinceUser(node.meaning.output ?? [], userContent), at: endOf(node) })
  }
  const known = new Map(told.calls.map((entry) => [entry.told, entry]))
  return told.events
    .map((traced) => withWholeCalls(traced, known))
    .toSorted((one, other) => one.at - other.at || rank(one) - rank(other))
}

type ToldEvents = ReturnType<typeof toldEvents>

type CallTelling = { readonly node: SpanNode; readonly at: number; readonly executed: boolean }

function toldEvents() {
  const calls: KnownCall[] = []
  const events: TracedEvent[] = []
  const usedIds = new Set<string>()
  return {
    calls,
    events,
    add(call: ToolCall, { node, at, executed }: CallTelling): KnownCall {
      const told = withCallId(call, usedIds)
      const entry = { told, call: told, node, at, executed, answered: false }
      calls.push(entry)
      return entry
    },
    /** Completes the earlier record of a call and returns it; undefined without one. */
    again(call: ToolCall, isFree: (entry: KnownCall) => boolean): KnownCall | undefined {
      const entry = matchingCall(call, calls, isFree)
      if (entry !== undefined) entry.call = completedCall(entry.call, call)
      return entry
    },
    answer(entry: KnownCall, response: ToolResponse, { node, at }: Omit<CallTelling, 'executed'>): void {
      entry.answered = true
      const toolResponse = { ...response, id: entry.call.id, name: entry.call.name }
      const time = node.meaning.operation === 'tool' ? timeOf(node) : {}
      const content = { role: 'user', parts: [{ toolResponse }] }
      events.push({ at, node, event: { author: authorOf(node), content, ...time } })
    },
  }
}

function addModelCall({ calls, events, add }: ToldEvents, { node, meaning, output, endedAt: at }: ModelCall): void {
  const parts = output.flatMap((content) => content.parts ?? []).filter((part) => isNew(part, calls))
  const said = parts.map((part): Part =>
    part.toolCall === undefined ? part : { ...part, toolCall: add(part.toolCall, { node, at, executed: false }).told },
  )
  if (said.length === 0) return
  const { usage, model, finishReason } = meaning
  const content = { role: 'model', parts: said }
  const event = defined({ author: authorOf(node), content, usage, model, finishReason, ...timeOf(node) })
  events.push({ at, node, event })
}

function addToolSpan({ events, add, again, answer }: ToldEvents, node: SpanNode, declarations: readonly unknown[]) {
  const { toolCalls = [{ name: node.span.name }], toolResponses } = node.meaning
  const { startedAt } = node.span
  for (const [position, called] of toolCalls.entries()) {
    const toolCall = withDeclaredNames(called, declarations)
    const entry =
      again(toolCall, (one) => !one.executed) ?? asked(add(toolCall, { node, at: startedAt, executed: true }), events)
    entry.executed = true
    // Tools run while the model still streams the message that calls them.
    if (startedAt >= entry.node.span.startedAt) entry.at = Math.min(entry.at, startedAt)
    const response = answerOf(node, toolCall.name, toolResponses?.[position])
    if (response !== undefined) answer(entry, response, { node, at: Math.max(endOf(node), entry.at) })
  }
}

/** What a tool answered, as an error if its span failed; without an answer, what it threw. */
function answerOf({ span }: SpanNode, name: string, told?: ToolResponse): ToolResponse | undefined {
  const { response } = told ?? {}
  if (response === undefined) {
    // LangSmith calls the status of a span with an exception OK.
    const error = span.error ?? span.events.find((event) => event.name === 'exception')?.attributes['exception.message']
    return error === undefined ? undefined : { name, response: { error } }
  }
  return span.error === undefined || 'error' in response
    ? told
    : { name, response: { error: response['result'] ?? response } }
}

type ToldHistory = { readonly node: SpanNode; readonly parts: readonly Part[]; readonly at: number }

/** Adds calls and results from a model's history or a graph's output that were not recorded before. */
function addHistory({ calls, events, add, again, answer }: ToldEvents, { node, parts, at }: ToldHistory): void {
  const seen = new Set<KnownCall>()
  for (const { toolCall, toolResponse } of parts) {
    if (toolCall !== undefined) {
      const before = again(toolCall, (one) => !seen.has(one))
      seen.add(before ?? asked(add(toolCall, { node, at, executed: true }), events))
    }
    if (toolResponse === undefined) continue
    const { id, name } = toolResponse
    const open = calls.find(
      (one) => !one.answered && seen.has(one) && (id === undefined ? one.call.name === name : one.call.id === id),
    )
    if (open !== undefined) answer(open, toolResponse, { node, at: Math.max(open.at, at) })
  }
}

/** Updates the calls and the time of an event with details that were recorded later. */
function withWholeCalls(traced: TracedEvent, known: ReadonlyMap<ToolCall, KnownCall>): TracedEvent {
  const { content } = traced.event
  const entries = content?.parts?.map(({ toolCall }) => toolCall && known.get(toolCall)) ?? []
  const parts = content?.parts?.map((part, index) => {
    const toolCall = entries[index]?.call
    return toolCall === undefined ? part : { ...part, toolCall }
  })
  const at = Math.min(traced.at, ...entries.flatMap((entry) => entry?.at ?? []))
  return parts === undefined ? traced : { ...traced, at, event: { ...traced.event, content: { ...content, parts } } }
}

/** Returns no times for a span that was not ended. */
function timeOf({ span: { startedAt, endedAt } }: SpanNode): Pick<AgentEvent, 'endedAt' | 'durationSeconds'> {
  if (endedAt === undefined || endedAt < startedAt) return {}
  return { endedAt: endedAt / 1000, durationSeconds: (endedAt - startedAt) / 1000 }
}

// Some libraries repeat earlier messages in a model's output.
function isNew({ toolCall, toolResponse }: Part, known: readonly KnownCall[]): boolean {
  if (toolResponse !== undefined) return false
  if (toolCall === undefined) return true
  const before = wasTold(toolCall, known)
  if (before !== undefined) before.call = completedCall(before.call, toolCall)
  return before === undefined
}

export function authorOf(node: SpanNode): string {
  const author = isNamedAgent(node) ? node : (findAbove(node, isNamedAgent) ?? node)
  return author.meaning.agent ?? 'agent'
}

function isNamedAgent({ meaning }: SpanNode): boolean {
  return meaning.operation === 'agent' && meaning.agent !== undefined
}

function asked(entry: KnownCall, events: TracedEvent[]): KnownCall {
  const { told: toolCall, node, at } = entry
  events.push({ at, node, event: { author: authorOf(node), content: { role: 'model', parts: [{ toolCall }] } } })
  return entry
}

// At the same time, a call comes before its result.
function rank({ event }: TracedEvent): number {
  return event.content?.parts?.some(({ toolResponse }) => toolResponse !== undefined) === true ? 1 : 0
}

/** Returns whether another library records the same call in a longer span. */
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

/**
 * Returns the spans of tools that an agent called. Tool spans nested in one without an agent are duplicates or
 * internal.
 */
function toolNodes(nodes: readonly SpanNode[]): readonly SpanNode[] {
  const tools = nodes.filter((node) => node.meaning.operation === 'tool')
  const isOfSeveral = new Set(tools.map(({ span }) => span.scope)).size > 1
  return tools.filter((node) => {
    if (isOfSeveral && tools.some((other) => isAgain(node, other))) return false
    return workAbove(node)?.meaning.operation !== 'tool'
  })
}

/** Returns the parts of a history after the message with which the exchange began. */
function sinceUser(input: readonly Content[], userContent: Content): readonly Part[] {
  const words = textOf(userContent)?.trim()
  const same = input.findLastIndex((content) => content.role === 'user' && textOf(content)?.trim() === words)
  const start = same >= 0 ? same : input.findLastIndex(({ role }) => role === 'user')
  return input.slice(start + 1).flatMap(({ parts }) => parts ?? [])
}
