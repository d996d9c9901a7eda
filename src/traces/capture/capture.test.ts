import type { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  unregisterAll,
  type openTelemetryApi,
  type StandInSpan,
} from '../../../test/fixtures/traces/open-telemetry-api.ts'
import type { Invocation } from '../../core/index.ts'
import { completeInvocation } from '../complete-invocation.ts'
import { capture } from './capture.ts'

// What the real packages published (test/fixtures/traces/capture), published again as they do it.

afterEach(unregisterAll)

describe('an exchange of an agent', () => {
  it('of LangChain that asks another one has the calls of both', async () => {
    const told = recorded('langchain').told as [string, unknown[]][]
    expect(
      await transcript(async () => {
        for (const [name, [first, ...said]] of told) {
          await langchainHandler()[name]?.(name.endsWith('Error') ? new Error(String(first)) : first, ...said)
        }
        return '1: 1: Kyoto is sunny and Error: no umbrellas\n Please fix your mistakes.'
      }),
    ).toMatchInlineSnapshot(`
      "weather calls get_weather {"city":"Kyoto"}
      forecast calls get_weather {"city":"Kyoto"}
      get_weather answers {"result":"Kyoto is sunny"}
      forecast says 1: Kyoto is sunny
      get_weather answers {"result":"1: Kyoto is sunny"}
      weather calls search {"query":"umbrellas"}
      search answers {"error":"no umbrellas"}
      5 calls of models, {"inputTokens":50,"outputTokens":25,"totalTokens":75}
      weather is told: You tell the weather. It has 2 tools.
      forecast is told: You know the forecast. It has 1 tools."
    `)
  })

  it('of ADK has what its spans tell', async () => {
    expect(await transcript(() => replayed('adk', '1: Kyoto is sunny and nothing about umbrellas')))
      .toMatchInlineSnapshot(`
      "weather calls get_weather {"city":"Kyoto"}
      weather calls search {"query":"umbrellas"}
      get_weather answers {"report":"Kyoto is sunny"}
      search answers {"report":"nothing about umbrellas"}
      3 calls of models, {"inputTokens":30,"outputTokens":15}
      weather is told: You are an agent. Your internal name is "weather". It has 1 tools."
    `)
  })

  it('of Strands has what its spans tell', async () => {
    expect(await transcript(() => replayed('strands', '1: Kyoto is sunny and nothing about umbrellas')))
      .toMatchInlineSnapshot(`
        "weather calls get_weather {"city":"Kyoto"}
        weather calls search {"query":"umbrellas"}
        get_weather answers {"result":"Kyoto is sunny"}
        search answers {"result":"nothing about umbrellas"}
        3 calls of models, {"inputTokens":30,"outputTokens":15,"totalTokens":45}
        weather is told: You tell the weather. It has 2 tools."
      `)
  })

  it('of OpenAI Agents has what their tracing tells', async () => {
    const processors: { onSpanStart(span: object): Promise<void> }[] = []
    const sign = Symbol.for('openai.agents.core.traceProvider')
    Reflect.set(globalThis, sign, { registerProcessor: (one: (typeof processors)[number]) => processors.push(one) })
    const spans = recorded('openai-agents').spans as object[]
    try {
      expect(
        await transcript(async () => {
          for (const span of spans) for (const one of processors) await one.onSpanStart(span)
          return '1: Kyoto is sunny and nothing about umbrellas'
        }),
      ).toMatchInlineSnapshot(`
        "weather calls get_weather {"city":"Kyoto"}
        get_weather answers {"result":"Kyoto is sunny"}
        weather calls search {"query":"umbrellas"}
        search answers {"result":"nothing about umbrellas"}
        3 calls of models, {"inputTokens":30,"outputTokens":15,"cachedTokens":0,"reasoningTokens":0,"totalTokens":45}"
      `)
    } finally {
      Reflect.deleteProperty(globalThis, sign)
    }
  })

  it('of LangChain is told apart from others that began before LangChain was asked for the first time', async () => {
    const told = recorded('langchain').told as [string, unknown[]][]
    const hooks = Symbol('lc:configure_hooks') // of another copy
    const all = ['one', 'two', 'three'].map((answer) =>
      capture(async () => {
        await nextTurn()
        for (const [name, said] of told) await langchainHandler(hooks)[name]?.(...said)
        return answer
      }),
    )
    expect((await Promise.all(all)).map(({ spans }) => spans.length)).toEqual([25, 25, 25])
  })

  it('is told apart from others that go on at the same time', async () => {
    const all = await Promise.all(
      ['one', 'two', 'three', 'four', 'five'].map((answer) => transcript(() => replayed('strands', answer))),
    )
    expect(new Set(all.map((said) => said.replace(/says .*/, ''))).size).toBe(1)
  })

  it('has nothing of what comes when it is over', async () => {
    const { spans } = await capture(async () => {
      void nextTurn()
        .then(nextTurn)
        .then(() => replayed('strands', 'late'))
      return 'done'
    })
    expect(spans).toEqual([])
  })
})

function recorded(name: string): Record<string, unknown> {
  return JSON.parse(
    readFileSync(new URL(`../../../test/fixtures/traces/capture/${name}.json`, import.meta.url), 'utf8'),
  )
}

/** What LangChain finds in its context when it is about to run something. */
function langchainHandler(hooks = Symbol('lc:configure_hooks')): Record<string, (...said: unknown[]) => unknown> {
  const storage = Reflect.get(globalThis, Symbol.for('ls:tracing_async_local_storage')) as AsyncLocalStorage<object>
  const variables = Reflect.get(storage.getStore() ?? {}, Symbol.for('lc:context_variables'))
  const [{ contextVar }] = variables[hooks]
  // As it is after somebody has set a variable too.
  return { ...variables }[contextVar]
}

/** A framework that makes the recorded spans through its own copy of OpenTelemetry's API. */
async function replayed(name: string, answer: string): Promise<string> {
  const { scope, spans } = recorded(name) as { scope: string; spans: RecordedSpan[] }
  const load = createRequire(import.meta.resolve('ai'))
  const api = load('@opentelemetry/api') as ReturnType<typeof openTelemetryApi> // a copy of the real one
  const begun: StandInSpan[] = []
  for (const { name: spanName, parent, attributes, events = [] } of spans) {
    const around = begun[parent ?? -1]
    const context = around === undefined ? api.context.active() : api.trace.setSpan(api.context.active(), around)
    const span = api.trace.getTracer(scope).startSpan(spanName, {}, context)
    span.setAttributes(attributes)
    for (const event of events) span.addEvent(event.name, event.attributes)
    begun.push(span)
    await nextTurn()
  }
  // At one time, whatever the clock does meanwhile: which of two calls ended first is nothing that was recorded.
  const endedAt = Date.now()
  for (const span of begun.toReversed()) span.end(endedAt)
  return answer
}

type RecordedSpan = {
  readonly name: string
  readonly parent?: number
  readonly attributes: object
  readonly events?: readonly { readonly name: string; readonly attributes: object }[]
}

async function transcript(agent: () => Promise<string>): Promise<string> {
  const { result, spans } = await capture(agent)
  const asked: Invocation = {
    userContent: { role: 'user', parts: [{ text: 'the weather then umbrellas' }] },
    finalResponse: { role: 'model', parts: [{ text: result }] },
  }
  const { steps, usage, modelCalls, agents } = completeInvocation(asked, spans)
  const events = steps?.form === 'events' ? steps.events : []
  const lines = events.flatMap(({ author, content }) =>
    (content?.parts ?? []).map(({ text, toolCall, toolResponse }) => {
      if (toolCall !== undefined) return `${author} calls ${toolCall.name} ${JSON.stringify(toolCall.args)}`
      if (toolResponse !== undefined) return `${toolResponse.name} answers ${JSON.stringify(toolResponse.response)}`
      return `${author} says ${text}`
    }),
  )
  const told = Object.values(agents ?? {}).map(
    ({ name, instructions, toolDeclarations }) =>
      `${name} is told: ${instructions?.split('\n')[0]} It has ${toolDeclarations?.length} tools.`,
  )
  return [...lines, `${modelCalls} calls of models, ${JSON.stringify(usage)}`, ...told].join('\n')
}
