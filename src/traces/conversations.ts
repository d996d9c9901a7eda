import { type Content, type Failure, type Invocation, message, stringifyJson } from '../core/index.ts'
import type { Span } from './span.ts'
import { ancestorsOf, spanTrees, withDescendants, type SpanNode } from './turns/span-tree.ts'
import { tracedTurn, type TracedTurn } from './turns/traced-turn.ts'
import { turnRoots, type TurnRoots } from './turns/turn-roots.ts'

/** The exchanges with one user, read from spans. */
export type TracedConversation = {
  /** The conversation id in the spans, or else the trace id. */
  readonly id: string
  readonly invocations: readonly Invocation[]
  readonly origins: readonly { readonly traceId: string; readonly spanId: string }[]
  /** Why the last exchange has no answer. That exchange is not among the invocations. */
  readonly failure?: Failure
}

/** Reads the conversations in spans of any order; the earliest comes first. */
export function conversationsOf(spans: Iterable<Span>): readonly TracedConversation[] {
  return readConversations(spans).conversations
}

/** Reads the conversations and counts the traces, and those without any work of an agent or model. */
export function readConversations(spans: Iterable<Span>) {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()].map((own) => turnRoots(spanTrees(own)))
  const roots = traces.flat()
  const goneOn = continuedTraces(roots)
  const byConversation = Map.groupBy(
    roots,
    (root) => conversationIdOf(root) ?? goneOn.get(root.span.traceId) ?? root.span.traceId,
  )
  const read = [...byConversation].map(([id, own]) => ({ own, conversation: conversationFrom(id, own) }))
  const told = read.flatMap(({ own, conversation }) => (conversation === undefined ? [] : own))
  return {
    conversations: read
      .flatMap(({ conversation }) => conversation ?? [])
      .toSorted((one, other) => startOf(one) - startOf(other)),
    traces: traces.length,
    withoutTurns: traces.length - new Set(told.map(({ span }) => span.traceId)).size,
  }
}

function conversationFrom(id: string, roots: readonly SpanNode[]): TracedConversation | undefined {
  const turns = asTurns(roots.toSorted((one, other) => one.span.startedAt - other.span.startedAt)).map((own) =>
    tracedTurn(own),
  )
  if (turns.length === 0) return undefined
  const last = turns.at(-1)
  const whole = last?.error === undefined ? turns : turns.slice(0, -1)
  return {
    id,
    invocations: whole.map(({ invocation }) => invocation),
    origins: whole.map(({ traceId, spanId }) => ({ traceId, spanId })),
    ...failureOf(last),
  }
}

/** Groups roots by exchange: a bare model call that receives a tool's result continues the exchange of the call. */
function asTurns(roots: readonly SpanNode[]): readonly TurnRoots[] {
  const turns: [SpanNode, ...SpanNode[]][] = []
  for (const root of roots) {
    const last = turns.at(-1)
    if (last !== undefined && (root.meaning.operation === 'tool' || goesOn(root))) last.push(root)
    else if (root.meaning.operation !== 'tool') turns.push([root])
  }
  return turns
}

function goesOn({ meaning }: SpanNode): boolean {
  return meaning.operation === 'model' && meaning.input?.at(-1)?.role === 'tool'
}

/**
 * Maps each trace to the trace in which its exchange began: without spans around them, a client's model calls are one
 * trace each, and a call that receives a tool's result continues the trace that called the tool.
 */
function continuedTraces(roots: readonly SpanNode[]): ReadonlyMap<string, string> {
  const began = new Map<string, string>()
  const asking = new Map<string, string>()
  for (const root of roots.toSorted((one, other) => one.span.startedAt - other.span.startedAt)) {
    const { traceId } = root.span
    const before =
      goesOn(root) && !began.has(traceId) ? callsIn(root.meaning.input).map((call) => asking.get(call)) : []
    const first = before.findLast((trace) => trace !== undefined)
    if (first !== undefined && first !== traceId) began.set(traceId, first)
    if (root.meaning.operation !== 'model') continue
    for (const call of callsIn(root.meaning.output)) asking.set(call, first ?? traceId)
  }
  return began
}

/** Identifies calls by their id, or else by name and arguments. */
function callsIn(contents: readonly Content[] | undefined): readonly string[] {
  return (contents ?? [])
    .flatMap(({ parts }) => (parts ?? []).flatMap(({ toolCall }) => toolCall ?? []))
    .map(({ id, name, args }) => id ?? `${name} ${stringifyJson(args ?? {})}`)
}

function conversationIdOf(root: SpanNode): string | undefined {
  const nodes = [root, ...ancestorsOf(root), ...withDescendants(root)]
  return nodes.find(({ meaning }) => meaning.conversationId !== undefined)?.meaning.conversationId
}

function failureOf(turn: TracedTurn | undefined): { readonly failure?: Failure } {
  if (turn?.error === undefined) return {}
  const reason = message('The trace ends in an error: {problem}', { problem: turn.error || 'unknown' })
  return { failure: { code: 'agent', reason } }
}

function startOf({ invocations }: TracedConversation): number {
  return invocations[0]?.createdAt ?? 0
}
