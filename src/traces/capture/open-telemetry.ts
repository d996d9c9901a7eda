import { isObject } from '../../core/basics/is-object.ts'
import { contextManager, ownProvider, type OpenTelemetryApi } from './own-provider.ts'
import type { SpanListener } from './published.ts'

let known: OpenTelemetryApi | undefined

/**
 * Listens to the spans of copies of OpenTelemetry's API of any version. A registered provider keeps working and its
 * spans are observed; until one is registered, a small provider of ours takes its place without registering.
 *
 * @returns a function that returns the id of the active span
 */
export function joinTracing(copies: readonly unknown[], listener: SpanListener): () => string | undefined {
  for (const copy of copies) {
    if (!isApi(copy)) continue
    known ??= copy
    joinCopy(copy, listener)
  }
  const registered: unknown = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'))
  if (isObject(registered)) joinProvider(registered['trace'], listener)
  return () => known?.trace.getSpan(known.context.active())?.spanContext().spanId
}

const joined = new WeakSet<object>()

function joinCopy(api: OpenTelemetryApi, listener: SpanListener): void {
  const proxy = api.trace['_proxyTracerProvider']
  if (joined.has(proxy)) return
  joined.add(proxy)
  const { setDelegate } = proxy
  proxy.setDelegate = (provider) => {
    joinProvider(provider, listener)
    setDelegate.call(proxy, provider)
  }
  if (proxy['_delegate'] === undefined) setDelegate.call(proxy, ownProvider(api, proxy, listener))
  else joinProvider(proxy, listener)
  provideContext(api)
}

/** Without a context manager, a copy has no active span. */
function provideContext({ context, ROOT_CONTEXT }: OpenTelemetryApi): void {
  const registered = context['_getContextManager']
  const own = contextManager(ROOT_CONTEXT)
  context['_getContextManager'] = () => {
    const manager = registered.call(context)
    return manager.constructor.name === 'NoopContextManager' ? own : manager
  }
}

function joinProvider(given: unknown, listener: SpanListener): void {
  const provider: unknown = hasMethod(given, 'getDelegate') ? given.getDelegate() : given
  if (!isObject(provider) || joined.has(provider)) return
  joined.add(provider)
  // Before version 2, a provider may get another processor at any time.
  if (hasMethod(provider, 'getActiveSpanProcessor')) {
    const { getActiveSpanProcessor } = provider
    provider.getActiveSpanProcessor = () => {
      const processor: unknown = getActiveSpanProcessor.call(provider)
      joinProcessor(processor, listener)
      return processor
    }
  } else joinProcessor(provider['_activeSpanProcessor'], listener)
}

function joinProcessor(processor: unknown, { begun }: SpanListener): void {
  if (!hasMethod(processor, 'onStart') || joined.has(processor)) return
  joined.add(processor)
  const { onStart } = processor
  processor.onStart = (span, ...others) => {
    if (hasMethod(span, 'spanContext')) begun(span, idOf(span.spanContext()))
    return onStart.call(processor, span, ...others)
  }
}

function idOf(spanContext: unknown): string {
  return isObject(spanContext) ? String(spanContext['spanId']) : ''
}

type With<Name extends string> = Record<Name, (...args: unknown[]) => unknown>

function hasMethod<Name extends string>(value: unknown, name: Name): value is With<Name> {
  return isObject(value) && typeof value[name] === 'function'
}

/** Returns whether a value is a copy of the API with the internals that it has had since version 1.0. */
function isApi(copy: unknown): copy is OpenTelemetryApi {
  if (!isObject(copy) || !isObject(copy['trace']) || !hasMethod(copy['context'], '_getContextManager')) return false
  return hasMethod(copy['trace']['_proxyTracerProvider'], 'setDelegate')
}
