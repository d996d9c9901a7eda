import { keepLast } from '../../core/basics/keep-last.ts'
import type { JsonObject } from '../../core/index.ts'
import type { LogRecord } from '../otlp.ts'
import type { Span } from '../span.ts'
import type { Received } from './otlp-server.ts'
import { conversationSpans } from './conversation-spans.ts'

export type CollectedPlace = {
  readonly conversation: string
  /** The session id that the agent sees; several conversations may share one. */
  readonly session: string
  /** The path segment in the address given to this conversation's own program. */
  readonly key: string
  readonly isOwnProgram: boolean
}

/** The resource attribute in which spans name their conversation. */
export const conversationAttribute = 'shinsa.conversation.id'

type Arrived = { readonly span: Span } | { readonly record: LogRecord }
type SpanCollectorOrigin = { readonly traceId: string; readonly resource: JsonObject; readonly attributes: JsonObject }
type Stray = { readonly arrived: Arrived; readonly traceId: string; readonly size: number }
export type CollectedSpans = ReturnType<typeof entryFor>

/**
 * Finds the conversation of each span: by the trace id of an exchange, by the address given to its own program, by the
 * conversation in its resource, or by the conversation or session id that the agent received. One such span identifies
 * its whole trace. Other spans are kept for a while, since the identifying span is often the last one.
 */
export function spanCollector({ mostBytes = 128 * 2 ** 20, mostStrayBytes = 16 * 2 ** 20 } = {}) {
  const conversations = openConversations()
  const strays = strayedSpans(mostStrayBytes)
  const over = keepLast<true>(100_000)
  const counts = { late: 0, refused: 0, direct: 0, linked: 0 }
  let bytes = 0

  function receive({ spans, records, key, bytes: posted }: Received): void {
    const size = posted / Math.max(1, spans.length + records.length)
    for (const span of spans) arrive({ span }, span, { key, size })
    for (const record of records) {
      const { traceId, resource, event } = record
      arrive({ record }, { traceId, resource, attributes: event.attributes }, { key, size })
    }
  }

  function arrive(
    arrived: Arrived,
    origin: SpanCollectorOrigin,
    { key, size }: { readonly key: string; readonly size: number },
  ) {
    const { traceId, resource } = origin
    const entry = conversations.find(origin, key)
    if (entry === undefined) {
      const isLate = [traceId, key, textOf(resource[conversationAttribute])].some((id) => over.get(id) === true)
      if (isLate) counts.late += 1
      else strays.add({ arrived, traceId, size })
      return
    }
    if (entry.place.key === key) counts.direct += 1
    keep(entry, arrived, size)
    if (traceId !== '' && !conversations.knowsTrace(traceId)) link(traceId, entry)
    entry.arrived()
  }

  function keep(entry: CollectedSpans, arrived: Arrived, size: number): void {
    counts.linked += 1
    if (bytes + size > mostBytes) {
      counts.refused += 1
      return
    }
    bytes += size
    entry.spans.add(arrived, size)
  }

  /** Assigns the whole trace to a conversation, including spans that arrived earlier. */
  function link(traceId: string, entry: CollectedSpans): void {
    conversations.link(traceId, entry)
    for (const { arrived, size } of strays.takeTrace(traceId)) keep(entry, arrived, size)
  }

  return {
    receive,
    open(place: CollectedPlace): CollectedSpans {
      const entry = entryFor(place)
      conversations.add(entry)
      return entry
    },
    expect: link,
    /** Closes a conversation; spans that arrive afterwards are late. */
    finish(entry: CollectedSpans): void {
      const { place, spans, traceIds } = entry
      for (const id of [...traceIds, place.key, place.conversation]) over.set(id, true)
      conversations.remove(entry)
      bytes -= spans.bytes()
    },
    counts: () => ({ ...counts, unlinked: strays.count() }),
    /** Returns whether the agent has sent any spans, including late ones. */
    hasSent: () => counts.linked + counts.late > 0,
  }
}

/** Open conversations by every name that spans have for them. */
function openConversations() {
  const byName = new Map<string, CollectedSpans>()
  const byTrace = new Map<string, CollectedSpans>()
  const bySession = new Map<string, Set<CollectedSpans>>()
  return {
    add(entry: CollectedSpans): void {
      const { conversation, key, session } = entry.place
      byName.set(conversation, entry).set(key, entry)
      for (const id of [conversation, session]) bySession.set(id, (bySession.get(id) ?? new Set()).add(entry))
    },
    find({ traceId, resource, attributes }: SpanCollectorOrigin, key: string): CollectedSpans | undefined {
      const named = byName.get(key) ?? byName.get(textOf(resource[conversationAttribute]))
      return byTrace.get(traceId) ?? named ?? onlyOne(sessionsOf(attributes).map((id) => bySession.get(id)))
    },
    knowsTrace: (traceId: string) => byTrace.has(traceId),
    link(traceId: string, entry: CollectedSpans): void {
      byTrace.set(traceId, entry)
      entry.traceIds.add(traceId)
    },
    remove({ place, traceIds }: CollectedSpans): void {
      const { conversation, key, session } = place
      for (const id of [key, conversation]) byName.delete(id)
      for (const id of traceIds) byTrace.delete(id)
      for (const id of [conversation, session]) {
        const sharers = bySession.get(id)
        for (const sharer of sharers ?? []) if (sharer.place === place) sharers?.delete(sharer)
        if (sharers?.size === 0) bySession.delete(id)
      }
    },
  }
}

/** Holds spans of no known conversation; the oldest are dropped beyond the limit. */
function strayedSpans(mostBytes: number) {
  const strays: Stray[] = []
  let bytes = 0
  return {
    count: () => strays.length,
    add(stray: Stray): void {
      strays.push(stray)
      bytes += stray.size
      while (bytes > mostBytes) bytes -= strays.shift()?.size ?? bytes
    },
    takeTrace(traceId: string): readonly Stray[] {
      const taken: Stray[] = []
      for (let index = strays.length - 1; index >= 0; index -= 1) {
        const stray = strays[index]
        if (stray?.traceId !== traceId) continue
        strays.splice(index, 1)
        bytes -= stray.size
        taken.push(stray)
      }
      return taken
    },
  }
}

function entryFor(place: CollectedPlace) {
  let arrival = Promise.withResolvers<void>()
  return {
    place,
    spans: conversationSpans(place),
    traceIds: new Set<string>(),
    nextArrival: () => arrival.promise,
    arrived(): void {
      arrival.resolve()
      arrival = Promise.withResolvers()
    },
  }
}

/** The attributes in which agents write the conversation or session id that they received. */
const sessionAttributes = ['gen_ai.conversation.id', 'session.id', 'gcp.vertex.agent.session_id']

function sessionsOf(attributes: JsonObject): readonly string[] {
  return sessionAttributes.map((name) => textOf(attributes[name])).filter((id) => id !== '')
}

function onlyOne(groups: readonly (ReadonlySet<CollectedSpans> | undefined)[]): CollectedSpans | undefined {
  for (const group of groups) {
    const [first, second] = group ?? []
    if (first !== undefined && second === undefined) return first
  }
  return undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
