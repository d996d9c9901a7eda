import { afterEach, describe, expect, it } from 'vitest'
import { openTelemetryApi, unregisterAll, type StandInSpan } from '../../../test/fixtures/traces/open-telemetry-api.ts'
import { liveSpan } from './live-span.ts'
import { joinTracing } from './open-telemetry.ts'

afterEach(unregisterAll)

describe('spans of OpenTelemetry', () => {
  it('are ours where nobody has registered a provider, and nothing is registered', () => {
    const { api, spans, activeSpan } = listening()
    const tracer = api.trace.getTracer('weather-agent')
    tracer.startActiveSpan('outer', { attributes: { city: 'Kyoto' } }, (outer: StandInSpan) => {
      expect(activeSpan()).toBe(outer.spanContext().spanId)
      tracer.startActiveSpan('inner', (inner: StandInSpan) => {
        inner.addEvent('asked', { who: 'me' })
        inner.setStatus({ code: 2, message: 'no network' })
        inner.end()
      })
      outer.setAttributes({ answer: 'sunny' })
      outer.end()
    })
    const [outer, inner] = spans().map((span) => liveSpan(span))
    expect(outer).toMatchObject({
      name: 'outer',
      scope: 'weather-agent',
      attributes: { city: 'Kyoto', answer: 'sunny' },
      endedAt: expect.any(Number),
    })
    expect(inner).toMatchObject({
      name: 'inner',
      parentSpanId: outer?.spanId,
      traceId: outer?.traceId,
      error: 'no network',
      events: [{ name: 'asked', attributes: { who: 'me' } }],
    })
    expect(Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'))).toBeUndefined()
  })

  it('are none while nobody wants to know', () => {
    const { api, spans } = listening({ isInterested: () => false })
    const span = api.trace.getTracer('agent').startSpan('asked')
    expect(span.spanContext().spanId).toBe('0'.repeat(16))
    expect(spans()).toEqual([])
  })

  it('are those of a provider that comes later, also from tracers that were there before', () => {
    const { api, spans } = listening()
    const early = api.trace.getTracer('early')
    early.startSpan('before').end()
    const { provider, exported } = version2()
    expect(api.trace.setGlobalTracerProvider(provider)).toBe(true)
    early.startSpan('early').end()
    api.trace.getTracer('late').startSpan('late').end()
    expect(exported).toEqual(['early', 'late'])
    expect(spans().map(({ name }) => name)).toEqual(['before', 'early', 'late'])
  })

  it.each([
    ['1', version1],
    ['2', version2],
  ])('are those of a provider of version %s that is there already', (_version, make) => {
    const { provider, exported } = make()
    const api = openTelemetryApi('1.9')
    api.trace.setGlobalTracerProvider(provider)
    const { spans } = listening({ api })
    api.trace.getTracer('agent').startSpan('asked').end()
    expect(exported).toEqual(['asked'])
    expect(spans().map(({ name }) => name)).toEqual(['asked'])
  })

  it('are heard once from a provider that several copies of the API know', () => {
    const [first, second] = [openTelemetryApi('1.9'), openTelemetryApi('1.8')]
    const { provider, exported } = version1()
    const { spans, join } = listening({ api: first })
    join(second)
    first.trace.setGlobalTracerProvider(provider)
    join()
    second.trace.getTracer('framework').startSpan('asked').end()
    expect(exported).toEqual(['asked'])
    expect(spans()).toHaveLength(1)
  })

  it('are heard from a copy that is too new for the one that is registered', () => {
    const [older, newer] = [openTelemetryApi('1.4'), openTelemetryApi('1.9')]
    older.trace.setGlobalTracerProvider(version2().provider)
    const { spans } = listening({ api: newer })
    newer.trace.getTracer('framework').startSpan('asked').end()
    expect(spans().map(({ name }) => name)).toEqual(['asked'])
  })

  it('leave a context manager alone that was registered', () => {
    const { api } = listening()
    const active = { getValue: () => 'theirs' }
    api.context.setGlobalContextManager({ ...api.context['_getContextManager'](), active: () => active })
    expect(api.context.active()).toBe(active)
  })

  it('are not looked for in what only looks like the API', () => {
    const { join } = listening()
    expect(() => join({ trace: {}, context: {} }, undefined, { trace: null })).not.toThrow()
  })
})

type Listening = { readonly api?: ReturnType<typeof openTelemetryApi>; readonly isInterested?: () => boolean }

function listening({ api = openTelemetryApi('1.9'), isInterested = () => true }: Listening = {}) {
  const begun: { readonly name: string }[] = []
  const join = (...copies: unknown[]) =>
    joinTracing(copies, { begun: (span) => void begun.push(span as { name: string }), isInterested })
  return { api, activeSpan: join(api), join, spans: () => begun }
}

/** In the manner of the SDK's version 1: the processor is asked for anew for each span. */
function version1() {
  const exported: string[] = []
  const processor = { onStart() {}, onEnd: ({ name }: { name: string }) => void exported.push(name) }
  const provider = {
    getActiveSpanProcessor: () => processor as unknown as { onStart(span: object): void; onEnd(span: object): void },
    getTracer: () => tracerWith(() => provider.getActiveSpanProcessor()),
  }
  return { provider, exported }
}

/** In the manner of its version 2: a tracer keeps the one processor of all. */
function version2() {
  const exported: string[] = []
  const processor = {
    onStart(_span: object) {},
    onEnd: (span: object) => void exported.push((span as { name: string }).name),
  }
  const tracer = tracerWith(() => processor)
  return { provider: { _activeSpanProcessor: processor, getTracer: () => tracer }, exported }
}

function tracerWith(processor: () => { onStart(span: object): void; onEnd(span: object): void }) {
  const startSpan = (name: string): StandInSpan => {
    const own = processor()
    const span = {
      name,
      spanContext: () => ({ traceId: 'ab', spanId: name }),
      setAttributes() {},
      addEvent() {},
      setStatus() {},
      end: () => own.onEnd(span),
    }
    own.onStart(span)
    return span
  }
  return { startSpan, startActiveSpan: (name: string, work: unknown) => (work as Function)(startSpan(name)) }
}
