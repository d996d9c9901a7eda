import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Span } from '../span.ts'
import type { Heard } from './heard.ts'
import { joinTracing } from './open-telemetry.ts'
import { eachOpenTelemetry } from './open-telemetry-copies.ts'
import type { Published } from './published.ts'

// Registered symbols that all copies of a package share.
const openTelemetry = Symbol.for('opentelemetry.js.api.1')
const openaiAgents = Symbol.for('openai.agents.core.traceProvider')
const langchainStorage = Symbol.for('ls:tracing_async_local_storage')
const langchainVariables = Symbol.for('lc:context_variables')

type CaptureExchange = { readonly published: Published[]; over: boolean }

const exchanges = new AsyncLocalStorage<{ readonly exchange: CaptureExchange; readonly call?: string }>()

type Captured<Result> = {
  readonly result: Result
  readonly spans: readonly Span[]
  readonly heard: Heard
}

/**
 * Runs `work` and returns the spans that agent frameworks published during it, with the libraries that published them.
 * Concurrent captures in the same process are kept apart; whatever is published after the end is dropped.
 */
export async function capture<Result>(work: () => Promise<Result>): Promise<Captured<Result>> {
  listen()
  eachOpenTelemetry((copy) => listenToOpenTelemetry([copy]))
  if (Reflect.has(globalThis, openaiAgents)) (await import('./openai-agents-tracing.ts')).listenToOpenaiAgents(publish)
  if (Reflect.has(globalThis, openTelemetry)) listenToOpenTelemetry([])
  const exchange: CaptureExchange = { published: [], over: false }
  try {
    const result = await exchanges.run({ exchange }, () => withinLangchain(work))
    if (exchange.published.length === 0) return { result, spans: [], heard: { libraries: [], toolCalls: false } }
    // Some frameworks publish in the same tick in which the answer resolves.
    await nextTurn()
    exchange.over = true
    const [{ spansOf }, { heardIn }] = await Promise.all([import('./captured-spans.ts'), import('./heard.ts')])
    const spans = spansOf(exchange.published)
    return { result, spans, heard: heardIn(exchange.published, spans) }
  } finally {
    exchange.over = true
  }
}

/** Records a publication for the capture in which it happened; returns undefined outside of any. */
function publish(by: Published['by'], what: unknown, id: string): Published | undefined {
  const { exchange, call } = exchanges.getStore() ?? {}
  if (exchange === undefined || exchange.over) return undefined
  const published: Published = { by, what, id, place: { call, active: activeSpan() }, at: now() }
  exchange.published.push(published)
  return published
}

let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  listenToAiSdk()
}

let calls = 0

/** Subscribes to the calls of AI SDK 7 and to the complete answers of streaming models. */
function listenToAiSdk(): void {
  const running = new WeakMap<object, Published>()
  const channel = tracingChannel<unknown, object>('ai:telemetry')
  channel.start.bindStore(exchanges, (message: object) => {
    const store = exchanges.getStore()
    const published = publish('ai-sdk', message, `call-${(calls += 1)}`)
    if (published !== undefined) running.set(message, published)
    return published === undefined || store === undefined ? store : { ...store, call: published.id }
  })
  channel.asyncEnd.subscribe((message) => {
    const published = running.get(message as object) // the object of the start event
    if (published !== undefined) published.endedAt = now()
  })
  const integration = {
    onLanguageModelCallEnd: (answer: unknown) => void publish('ai-sdk-answer', answer, `call-${(calls += 1)}`),
  }
  const integrations: unknown = Reflect.get(globalThis, 'AI_SDK_TELEMETRY_INTEGRATIONS')
  if (Array.isArray(integrations)) integrations.push(integration)
  else Reflect.set(globalThis, 'AI_SDK_TELEMETRY_INTEGRATIONS', [integration])
}

/** Adds our handler to the context in which LangChain looks for callback handlers. */
function withinLangchain<Result>(work: () => Result): Result {
  const known: unknown = Reflect.get(globalThis, langchainStorage)
  const storage = known instanceof AsyncLocalStorage ? known : new AsyncLocalStorage<object>()
  if (storage !== known) Reflect.set(globalThis, langchainStorage, storage)
  const before: object = Object(storage.getStore())
  const variables = langchainContext(Reflect.get(before, langchainVariables))
  return storage.run({ ...before, [langchainVariables]: variables }, work)
}

const langchainHooks = new Set<symbol>()

/** Returns the context variables with our handler and a hook to it. Each copy of LangChain has its own hook symbol. */
function langchainContext(own: unknown): object {
  const variables = { ...Object(own), [langchainHandler.name]: langchainHandler }
  const hooked = new Set<symbol>()
  const addHook = (name: symbol) => {
    const hooks: unknown = variables[name]
    variables[name] = [...(Array.isArray(hooks) ? hooks : []), { contextVar: langchainHandler.name }]
    hooked.add(name)
    langchainHooks.add(name)
  }
  for (const name of langchainHooks) addHook(name)
  return new Proxy(variables, {
    get(_, name) {
      if (typeof name === 'symbol' && name.description === 'lc:configure_hooks' && !hooked.has(name)) addHook(name)
      return variables[name]
    },
  })
}

const moments = ['ChatModelStart', 'LLMStart', 'LLMEnd', 'LLMError', 'ToolStart', 'ToolEnd', 'ToolError'].concat(
  'ChainStart',
  'ChainEnd',
  'ChainError',
)
const langchainHandler = {
  name: 'shinsa',
  awaitHandlers: true,
  copy: () => langchainHandler,
  ...Object.fromEntries(
    moments.map((moment) => [
      `handle${moment}`,
      (...said: unknown[]) =>
        void publish('langchain', { moment, said }, String(said[moment.endsWith('Start') ? 2 : 1])),
    ]),
  ),
}

let activeSpan: () => string | undefined = () => undefined

function listenToOpenTelemetry(copies: readonly unknown[]): void {
  activeSpan = joinTracing(copies, {
    begun: (span, id) => void publish('open-telemetry', span, id),
    isInterested: () => exchanges.getStore()?.exchange.over === false,
  })
}

function now(): number {
  return performance.timeOrigin + performance.now()
}
