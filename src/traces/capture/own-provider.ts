import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { SpanListener } from './published.ts'

/** A context of OpenTelemetry's API; opaque to us. */
export type Context = { getValue(key: symbol): unknown }

export type ContextManager = {
  active(): Context
  with(context: Context, work: (...args: unknown[]) => unknown, self?: unknown, ...args: unknown[]): unknown
  bind(context: Context, target: unknown): unknown
  enable(): ContextManager
  disable(): ContextManager
}

export type OpenTelemetryApi = {
  readonly ROOT_CONTEXT: Context
  readonly trace: {
    readonly _proxyTracerProvider: ProxyProvider
    wrapSpanContext(spanContext: SpanContext): object
    getSpan(context: Context): { spanContext(): SpanContext } | undefined
    setSpan(context: Context, span: object): Context
    isSpanContextValid(spanContext: SpanContext): boolean
  }
  readonly context: {
    _getContextManager: () => ContextManager
    active(): Context
    with(context: Context, work: (...args: unknown[]) => unknown, self: unknown, ...args: unknown[]): unknown
  }
}
type SpanContext = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }

export type TracerSource = { getTracer(...library: readonly unknown[]): Tracer }
export type ProxyProvider = TracerSource & {
  _delegate?: unknown
  setDelegate(provider: unknown): void
  getDelegate(): TracerSource
}
type SpanOptions = { readonly attributes?: JsonObject; readonly root?: boolean; readonly startTime?: unknown }
type Tracer = {
  startSpan(name: string, options?: SpanOptions, context?: Context): object
  startActiveSpan(name: string, ...more: unknown[]): unknown
}

const invalid: SpanContext = { traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 }

/** Creates spans while no provider is registered; without a listener it creates none. */
export function ownProvider(api: OpenTelemetryApi, proxy: ProxyProvider, listener: SpanListener): TracerSource {
  const provider: TracerSource = {
    getTracer(...library) {
      // A caller keeps its tracer, so each span first asks for a provider that was registered later.
      const later = () => (proxy['_delegate'] === provider ? undefined : proxy.getDelegate().getTracer(...library))
      const startSpan: Tracer['startSpan'] = (name, options = {}, context = api.context.active()) => {
        const other = later()
        if (other !== undefined) return other.startSpan(name, options, context)
        if (!listener.isInterested()) return api.trace.wrapSpanContext(invalid)
        const active = options.root === true ? undefined : api.trace.getSpan(context)?.spanContext()
        const parent = active !== undefined && api.trace.isSpanContextValid(active) ? active : undefined
        const span = ownSpan(name, { options, parent, scope: String(library[0]) })
        listener.begun(span, span.spanContext().spanId)
        return span
      }
      return {
        startSpan,
        startActiveSpan(name, ...more) {
          const work = more.pop() as (span: object) => unknown // the last one, by the API
          const [options, context = api.context.active()] = more as [SpanOptions?, Context?] // before it, by the API
          const span = startSpan(name, options, context)
          return api.context.with(api.trace.setSpan(context, span), () => work(span), undefined)
        },
      }
    },
  }
  return provider
}

type Begin = { readonly options: SpanOptions; readonly parent: SpanContext | undefined; readonly scope: string }

function ownSpan(name: string, { options, parent, scope }: Begin) {
  const events: { readonly name: string; readonly attributes: JsonObject; readonly time: unknown }[] = []
  const spanContext = newSpanContext(parent)
  const span = {
    name,
    instrumentationScope: { name: scope },
    parentSpanContext: parent,
    attributes: { ...options.attributes },
    events,
    status: { code: 0 },
    startTime: options.startTime ?? Date.now(),
    endTime: undefined as unknown, // any form of time that the API accepts
    spanContext: () => spanContext,
    isRecording: () => span.endTime === undefined,
    setAttribute: (key: string, value: unknown) => span.setAttributes({ [key]: value }),
    setAttributes(attributes: JsonObject) {
      Object.assign(span.attributes, attributes)
      return span
    },
    addEvent(event: string, attributes?: unknown, time?: unknown) {
      // The API allows leaving out the attributes before the time.
      const given = isObject(attributes) ? attributes : {}
      events.push({ name: event, attributes: { ...given }, time: time ?? Date.now() })
      return span
    },
    addLink: () => span,
    addLinks: () => span,
    setStatus(status: { code: number; message?: string }) {
      span.status = status
      return span
    },
    updateName(other: string) {
      span.name = other
      return span
    },
    recordException(error: unknown) {
      span.addEvent('exception', exceptionAttributes(error))
    },
    end(time?: unknown) {
      span.endTime ??= time ?? Date.now()
    },
  }
  return span
}

function newSpanContext(parent: SpanContext | undefined): SpanContext {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    traceFlags: 1,
  }
}

function exceptionAttributes(error: unknown): JsonObject {
  const { message, name: type } = error instanceof Error ? error : { message: String(error), name: 'Error' }
  return { 'exception.type': type, 'exception.message': message }
}

const contexts = new AsyncLocalStorage<Context>()

/** Creates a context manager that follows asynchronous calls; all copies of the API share its contexts. */
export function contextManager(root: Context): ContextManager {
  const manager: ContextManager = {
    active: () => contexts.getStore() ?? root,
    with: (context, work, self, ...args) => contexts.run(context, () => work.apply(self, args)),
    bind: (context, target) =>
      typeof target !== 'function'
        ? target
        : function bound(this: unknown, ...args: unknown[]) {
            return contexts.run(context, () => Reflect.apply(target, this, args))
          },
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}
