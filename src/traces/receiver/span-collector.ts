import { keepLast } from '../../core/basics/keep-last.ts'
import type { JsonObject } from '../../core/index.ts'
import type { LogRecord } from '../otlp.ts'
import type { Span } from '../span.ts'
import type { Received } from './otlp-server.ts'
import { conversationSpans } from './conversation-spans.ts'

export type CollectedPlace = {
  readonly conversation: string
  /** The id of the session that the agent sees; several conversations may name the same. */
  readonly session: string
  /** What stands in the address that a program of this conversation alone was given. */
  readonly key: string
  readonly isOwnProgram: boolean
}

/** The name of the resource attribute by which spans name their conversation. */
export const conversationAttribute = 'shinsa.conversation.id'

type Arrived = { readonly span: Span } | { readonly record: LogRecord }
type SpanCollectorOrigin = { readonly traceId: string; readonly resource: JsonObject; readonly attributes: JsonObject }
type Stray = { readonly arrived: Arrived; readonly traceId: string; readonly size: number }
export type CollectedSpans = ReturnType<typeof entryFor>

/**
 * Finds the conversation of each span: by the trace id of one of its exchanges, by the address that its program alone was
 * given, by the conversation that its resource names, or by the id of conversation or session that the agent was given. One
 * such span is enough for all of its trace. What belongs to none is kept for a while, since the span that says so is often
 * the last one.
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

  /** From now on the whole trace is known, also what came of it before. */
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
    /** Lets go of a conversation; what comes after this is late. */
    finish(entry: CollectedSpans): void {
      const { place, spans, traceIds } = entry
      for (const id of [...traceIds, place.key, place.conversation]) over.set(id, true)
      conversations.remove(entry)
      bytes -= spans.bytes()
    },
    counts: () => ({ ...counts, unlinked: strays.count() }),
    /** Whether the agent is known to send spans, if only too late. */
    hasSent: () => counts.linked + counts.late > 0,
  }
}

/** The conversations that go on, by everything that spans name them by. */
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

/** Spans that belong to no known conversation yet; the oldest are dropped once there are too many. */
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
    /** Those of one trace, newest first; they are strays no longer. */
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
    /** The next time that something comes. */
    nextArrival: () => arrival.promise,
    arrived(): void {
      arrival.resolve()
      arrival = Promise.withResolvers()
    },
  }
}

/** The names under which agents write the conversation or session that they were given. */
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
