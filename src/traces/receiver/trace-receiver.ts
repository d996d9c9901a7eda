import { randomUUID } from 'node:crypto'
import { EvalError, message, type Message } from '../../core/index.ts'
import type { Span } from '../span.ts'
import { exporterEnvironment, exportsElsewhere } from './exporter-environment.ts'
import type { OtlpServer } from './otlp-server.ts'
import { receiverRemarks, standardPort } from './receiver-remarks.ts'
import { conversationAttribute, spanCollector, type CollectedSpans } from './span-collector.ts'
import { newExchange, type TracedExchange } from './conversation-spans.ts'

export type TraceReceiverOptions = {
  /** Waits for spans of every agent, not only of agents that have sent some before. */
  readonly always: boolean
  readonly waitMs: number
  /** `standard` is OTLP's port if it is free; servers without settings send to it. */
  readonly port: number | 'any' | 'standard'
  /** Receives remarks at the end about spans that are in no transcript. */
  readonly warn: (sentence: Message, hint?: Message) => void
}

/** Receives the OpenTelemetry spans of agents outside this process. */
export type TraceReceiver = {
  /** @returns undefined when nothing can be received */
  open(place: TracedPlace): Promise<ConversationTraces | undefined>
  sharedEnvironment(given: TraceReceiverEnvironment): Promise<TraceReceiverEnvironment>
  close(): Promise<void>
}

type TracedPlace = {
  readonly conversation: string
  readonly caseId: string
  readonly session: string
  /** True for a program of its own, which has ended before its spans are read. */
  readonly isOwnProgram: boolean
}

type TraceReceiverEnvironment = Readonly<Record<string, string | undefined>>

type ConversationEnvironmentOptions = {
  /** True when the program gets a single request. */
  readonly isOneExchange: boolean
  readonly traceparent?: string | undefined
}

export type ConversationTraces = {
  environment(given: TraceReceiverEnvironment, options: ConversationEnvironmentOptions): TraceReceiverEnvironment
  /** @param at milliseconds since 1970 */
  begin(at: number): TracedExchange
  answered(exchange: TracedExchange): void
  pending(): boolean
  /** Returns the spans of each exchange by its span id. Spans that arrive afterwards are late. */
  finish(options: {
    readonly signal: AbortSignal
    readonly wait: boolean
  }): Promise<ReadonlyMap<string | undefined, readonly Span[]>>
}

/** Starts to listen on the loopback interface when the first conversation opens. */
export function traceReceiver({ always, waitMs, port, warn }: TraceReceiverOptions): TraceReceiver {
  const collector = spanCollector()
  let listening: Promise<OtlpServer | undefined> | undefined
  let elsewhere = 0

  const listen = () => (listening ??= startServer(port, collector.receive))

  const addressFor = (given: TraceReceiverEnvironment, server: OtlpServer, path = '') =>
    exportsElsewhere(given) ? void (elsewhere += 1) : `http://127.0.0.1:${server.port}${path}`

  async function settle(entry: CollectedSpans, signal: AbortSignal): Promise<void> {
    while (true) {
      signal.throwIfAborted()
      // Spans sent by the program itself have arrived when it ends; spans relayed by others may not have.
      const isOver = entry.place.isOwnProgram && collector.counts().direct > 0
      const isAwaited = !isOver && (always || collector.hasSent())
      const leftMs = isAwaited ? entry.spans.waitsUntil(waitMs) - performance.now() : 0
      if (leftMs <= 0) return
      await arrivalOr(leftMs, entry, signal)
    }
  }

  return {
    async open({ caseId, ...place }) {
      const server = await listen()
      if (server === undefined) return undefined
      const key = randomUUID().replaceAll('-', '')
      const entry = collector.open({ ...place, key })
      const next = () => {
        const exchange = newExchange()
        collector.expect(exchange.traceId, entry)
        return exchange
      }
      // The next trace id is registered in advance, since a program receives it at its start.
      let upcoming = next()
      return {
        environment: (given, { isOneExchange, traceparent = upcoming.traceparent }) =>
          exporterEnvironment(given, {
            address: addressFor(given, server, `/${key}`),
            traceparent,
            attributes: {
              [conversationAttribute]: entry.place.conversation,
              'shinsa.case.id': caseId,
              ...(isOneExchange && { 'shinsa.exchange.id': traceparent.split('-')[1] ?? '' }),
            },
          }),
        begin(at) {
          const exchange = upcoming
          upcoming = next()
          entry.spans.begin(exchange, at)
          return exchange
        },
        answered: entry.spans.answered,
        pending: () => waitMs > 0 && (always || collector.hasSent()),
        async finish({ signal, wait }) {
          try {
            if (wait) await settle(entry, signal)
            return entry.spans.byExchange()
          } finally {
            collector.finish(entry)
          }
        },
      }
    },
    async sharedEnvironment(given) {
      const server = await listen()
      if (server === undefined) return given
      return exporterEnvironment(given, { address: addressFor(given, server), traceparent: undefined, attributes: {} })
    },
    async close() {
      if (listening === undefined) return
      const server = await listening.catch(() => undefined)
      listening = undefined
      server?.close()
      const situation = { always, elsewhere, port: server?.port, isOwnPort: port !== 'standard' }
      for (const remark of receiverRemarks(collector.counts(), situation)) warn(...remark)
    },
  }
}

async function startServer(port: TraceReceiverOptions['port'], receive: ReturnType<typeof spanCollector>['receive']) {
  if (typeof port === 'number') return openOtlpServer(port, receive)
  const { isTaken, startOtlpServer } = await import('./otlp-server.ts')
  if (port === 'standard' && (await isTaken(standardPort))) return undefined
  // Listening on the standard port is optional, so agents are evaluated without spans when it fails.
  return startOtlpServer(port === 'any' ? 0 : standardPort, receive).catch(() => undefined)
}

/** @throws {EvalError} `config` when nothing can be received on the port */
export async function openOtlpServer(
  port: number,
  receive: ReturnType<typeof spanCollector>['receive'],
): Promise<OtlpServer> {
  const { startOtlpServer } = await import('./otlp-server.ts')
  try {
    return await startOtlpServer(port, receive)
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new EvalError(
      'config',
      message('Cannot receive spans on port {port}: {problem}', { port: String(port), problem }),
      { hint: message('Choose another one, or stop what listens there.'), cause },
    )
  }
}

async function arrivalOr(ms: number, { nextArrival }: CollectedSpans, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>()
  const resolve = () => over.resolve()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', resolve, { once: true })
  try {
    await Promise.race([nextArrival(), over.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', resolve)
  }
}
