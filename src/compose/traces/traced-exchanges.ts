import type { AgentEvent, Content, Invocation, Part } from '../../core/index.ts'
import type { TracedExchanges } from '../../targets/traced-target.ts'
import type { TraceRecords } from '../../traces/files/trace-records.ts'
import { readConversations, type Span, type TracedConversation } from '../../traces/index.ts'

/**
 * Joins the conversations of all files, each with an id that can name a case and the span of each exchange, and counts
 * the traces without a conversation.
 */
export function tracedExchanges(files: readonly TraceRecords[]) {
  const spans = files.flatMap((file) => file.spans)
  const cases = new Map(spans.flatMap((span) => namedCase(span)))
  const { conversations: ofSpans, traces, withoutTurns } = readConversations(spans)
  const conversations = [...ofSpans, ...files.flatMap((file) => file.conversations)]
  const used = new Map<string, number>()
  const exchanges = conversations.map((conversation): TracedExchanges => {
    const evalCase = conversation.origins.map(({ traceId }) => cases.get(traceId)).find((name) => name !== undefined)
    const id = distinct(caseIdFrom(evalCase ?? conversation.id), used)
    return {
      id,
      names: [...new Set([id, conversation.id, ...(evalCase === undefined ? [] : [evalCase])])],
      invocations: invocationsOf(conversation),
      ...(conversation.failure === undefined ? {} : { failure: conversation.failure }),
    }
  })
  return { exchanges, traces, withoutTurns }
}

/** Reads the case id that agents under evaluation receive from us; other programs may set it too. */
function namedCase({ traceId, attributes, resource }: Span): readonly [string, string][] {
  const name = [attributes, resource].map((one) => one['shinsa.case.id'] ?? one['shinsa.case']).find(Boolean)
  return typeof name === 'string' ? [[traceId, name]] : []
}

const longest = 120

// Spans without a trace id use the path of their file.
const pathOfFile = /^.*[\\/](?=[^\\/]+\.(?:json|jsonl|ndjson|csv|tsv|otlp|txt|log|gz)(?:#\d+)?$)/

/** A case's id becomes part of file names and of `DATASET:CASE,…`. */
function caseIdFrom(name: string): string {
  const legal = name
    .replace(pathOfFile, '')
    .replace(/[\s\p{Cc}/\\:,*?"<>|]+/gu, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
  return legal.slice(0, longest) || 'conversation'
}

function distinct(id: string, used: Map<string, number>): string {
  const count = (used.get(id) ?? 0) + 1
  used.set(id, count)
  return count === 1 ? id : distinct(`${id}-${count}`, used)
}

function invocationsOf({ invocations, origins }: TracedConversation): readonly Invocation[] {
  return invocations.map((invocation, at) => {
    const { userContent, finalResponse, steps } = invocation
    const trace = invocation.trace ?? origins[at]
    return {
      ...invocation,
      userContent: keptContent(userContent),
      ...(finalResponse === undefined ? {} : { finalResponse: keptContent(finalResponse) }),
      ...(steps?.form === 'events' ? { steps: { form: 'events', events: steps.events.flatMap(keptEvent) } } : {}),
      ...(trace === undefined ? {} : { trace }),
    }
  })
}

function keptEvent(event: AgentEvent): readonly AgentEvent[] {
  if (event.content === undefined) return [event]
  const content = keptContent(event.content)
  return content.parts?.length === 0 ? [] : [{ ...event, content }]
}

/** Drops provider-specific fields, for which our formats have no place. */
function keptContent(content: Content): Content {
  return content.parts === undefined ? content : { ...content, parts: content.parts.flatMap(keptPart) }
}

function keptPart(part: Part): readonly Part[] {
  const { extra: _, ...kept } = part
  return Object.keys(kept).some((key) => key !== 'thought') ? [kept] : []
}
