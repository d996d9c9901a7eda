import { createRequire } from 'node:module'
import { generateText, isStepCount, streamText, tool, ToolLoopAgent } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { openTelemetryApi } from '../../test/fixtures/traces/open-telemetry-api.ts'
import { type EvidenceKind, type Invocation, knownBy, responseTextOf, toolCallsOf } from '../core/index.ts'
import { declaredMocks } from './environment/declared-mocks.ts'
import { functionTarget, type FunctionAgent } from './function-target.ts'
import { caseNamed, saying, targetContract } from './target.contract.ts'
import { withCapture } from './with-capture.ts'

// With the real AI SDK, which this package has for its own judges, and a model that answers what is written here.

targetContract('withCapture', async () => {
  const seen: string[] = []
  const target = withCapture(
    functionTarget((text, context) => {
      seen.push(text, JSON.stringify(context))
      return text === 'never answer' ? new Promise(() => {}) : `${context.history.length + 1}: ${text}`
    }),
  )
  return { target, seenByAgent: () => seen.join('\n') }
})

const throwing: FunctionAgent = async (city) => {
  await generateText({ model, tools, prompt: city, stopWhen })
  throw new Error('no disk')
}

describe('a function that returns only text', () => {
  it('has the calls, answers, tokens and calls of the model that the AI SDK publishes', async () => {
    const said = await asked(async (city) => {
      const { text } = await generateText({ model, tools, prompt: city, stopWhen, instructions: 'Be brief.' })
      return text
    })
    expect(told(said)).toEqual({
      steps: ['agent calls get_weather {"city":"Kyoto"}', 'agent calls search {"query":"Kyoto"}'],
      answers: ['get_weather: {"result":"Kyoto is sunny"}', 'search: {"error":"no network"}'],
      response: 'Kyoto is sunny, says the tool',
      usage: { inputTokens: 20, outputTokens: 10, cachedTokens: 6, reasoningTokens: 4, totalTokens: 30 },
      modelCalls: 2,
      agents: {
        agent: { instructions: 'Be brief.', tools: ['get_weather', 'search'] },
      },
    })
  })

  it('has what it did before it throws', async () => {
    const { signal } = new AbortController()
    const conversation = await withCapture(functionTarget(throwing)).open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('Kyoto'), signal)).rejects.toThrow('no disk')
    const seen = await conversation.unfinished?.()
    expect(seen && toolCallsOf(seen)?.map(({ name }) => name)).toEqual(['get_weather', 'search'])
    expect(seen?.finalResponse).toBeUndefined()
  })

  it('has the same where the model streams', async () => {
    const [streamed, whole] = await Promise.all([
      asked(async (city) => {
        let text = ''
        for await (const piece of streamText({ model, tools, prompt: city, stopWhen }).textStream) text += piece
        return text
      }),
      asked(async (city) => (await generateText({ model, tools, prompt: city, stopWhen })).text),
    ])
    expect(told(streamed)).toEqual(told(whole))
  })

  it('has an agent that another one asked as an author of its own', async () => {
    const telemetryOfInner = { functionId: 'forecast' }
    const inner = new ToolLoopAgent({ model, tools, stopWhen, telemetry: telemetryOfInner, instructions: 'You know.' })
    const get_weather = tool({
      inputSchema,
      execute: async ({ city }) => (await inner.generate({ prompt: city })).text,
    })
    const said = await asked(async (city) => {
      const instructions = 'You ask others.'
      const telemetry = { functionId: 'front' }
      const all = { ...tools, get_weather }
      return (await generateText({ model, tools: all, prompt: city, stopWhen, instructions, telemetry })).text
    })
    expect(told(said)).toMatchObject({
      steps: [
        'front calls get_weather {"city":"Kyoto"}',
        'front calls search {"query":"Kyoto"}',
        'forecast calls get_weather {"city":"Kyoto"}',
        'forecast calls search {"query":"Kyoto"}',
        'forecast says Kyoto is sunny, says the tool',
      ],
      answers: [
        'get_weather: {"result":"Kyoto is sunny"}',
        'get_weather: {"result":"Kyoto is sunny, says the tool"}',
        'search: {"error":"no network"}',
        'search: {"error":"no network"}',
      ],
      modelCalls: 4,
      agents: { front: { instructions: 'You ask others.' }, forecast: { instructions: 'You know.' } },
    })
  })

  it('is told apart from what others do at the same time', async () => {
    const agent: FunctionAgent = async (city) => (await generateText({ model, tools, prompt: city, stopWhen })).text
    const target = withCapture(functionTarget(agent))
    const cities = ['Kyoto', 'Osaka', 'Nara', 'Kobe', 'Tsu', 'Ise', 'Otsu', 'Uji']
    const outside = generateText({ model, tools, prompt: 'Tokyo', stopWhen })
    const all = await Promise.all(cities.map((city) => asked(target, city)))
    expect(all.map((said) => calledIn(said))).toEqual(
      cities.map((city) => [`get_weather {"city":"${city}"}`, `search {"query":"${city}"}`]),
    )
    expect((await outside).text).toBe('Tokyo is sunny, says the tool')
  })

  it('has nothing of what is still at work when the answer is there', async () => {
    const answered = Promise.withResolvers<void>()
    let rest: Promise<unknown> | undefined
    const said = await asked(async (city) => {
      rest = answered.promise.then(() => generateText({ model, tools, prompt: 'Tokyo', stopWhen }))
      return (await generateText({ model, tools, prompt: city, stopWhen })).text
    })
    answered.resolve()
    await rest
    expect(calledIn(said)).toEqual(['get_weather {"city":"Kyoto"}', 'search {"query":"Kyoto"}'])
  })

  it('is as it was where nothing is published', async () => {
    const plain = functionTarget(() => 'sunny', { clock: () => new Date(0) })
    const [before, within] = [await asked(plain), await asked(withCapture(plain))]
    expect({ ...within, durationSeconds: 0 }).toEqual({ ...before, durationSeconds: 0 })
  })

  it('is stopped by an error of its own, whatever was published before', async () => {
    const failing = asked(async (city) => {
      await generateText({ model, tools, prompt: city, stopWhen })
      throw new Error('no disk')
    })
    await expect(failing).rejects.toThrow('no disk')
  })
})

describe('what is known of a function that returns only text', () => {
  it('are its calls, none included, where a model was heard', async () => {
    const instructions = 'Be brief.'
    const said = await asked(
      async (prompt) => (await generateText({ model: talker, tools, prompt, instructions })).text,
    )
    expect(said && toolCallsOf(said)).toEqual([])
    expect(said?.provenance).toMatchObject({
      toolCalls: 'observed',
      toolDeclarations: 'observed',
      instructions: 'observed',
      usage: 'observed',
      listener: 'AI SDK',
    })
  })

  it('is nothing where nothing was heard', async () => {
    const said = await asked(() => 'sunny')
    expect(said && toolCallsOf(said)).toBeUndefined()
    expect(said?.provenance).toBeUndefined()
  })

  it('is nothing where only requests and queries were heard', async () => {
    const said = await asked(async () => traced({ 'db.system': 'sqlite' }, 'sunny'))
    expect(said && toolCallsOf(said)).toBeUndefined()
  })

  it('are its calls where a model was heard of by OpenTelemetry', async () => {
    const said = await asked(async () => traced({ ...chat, 'gen_ai.output.messages': words }, 'sunny'))
    expect(said && toolCallsOf(said)).toEqual([])
    expect(said?.provenance).toMatchObject({ toolCalls: 'observed', listener: 'OpenTelemetry' })
  })

  it('are tokens and no calls where spans are kept free of content', async () => {
    const said = await asked(async () => traced(chat, 'sunny'))
    expect(said && toolCallsOf(said)).toBeUndefined()
    expect(said).toMatchObject({ usage: { inputTokens: 10 }, provenance: { usage: 'observed' } })
  })

  it('is what its answer reports, whatever was heard', async () => {
    const said = await asked(async (city) => {
      const { text } = await generateText({ model, tools, prompt: city, stopWhen })
      return { response: text, toolCalls: [], instructions: 'Be brief.' }
    })
    expect(said && ['toolCalls', 'instructions', 'usage'].map((kind) => knownBy(said, kind as EvidenceKind))).toEqual([
      'reported',
      'reported',
      'observed',
    ])
  })
})

describe('what an answer says itself', () => {
  it('wins over what is published', async () => {
    const said = await asked(async (city) => {
      const { text } = await generateText({ model, tools, prompt: city, stopWhen })
      return { response: text, toolCalls: [{ name: 'mine', args: {} }], modelCalls: 7 }
    })
    expect(said).toMatchObject({ steps: { form: 'lists', toolCalls: [{ name: 'mine' }] }, modelCalls: 7 })
    expect(said?.usage).toMatchObject({ inputTokens: 20 })
  })

  it('has calls that were mocked as they were answered', async () => {
    const mocks = declaredMocks({ get_weather: [{ injected_response: { report: 'snow' } }] })
    const target = functionTarget(
      async (city, context) => {
        const get_weather = tool({ inputSchema, execute: (args) => context.tools.call('get_weather', args) })
        return (await generateText({ model, tools: { ...tools, get_weather }, prompt: city, stopWhen })).text
      },
      { environment: [mocks] },
    )
    const said = await asked(withCapture(target))
    expect(told(said).answers).toContain('get_weather: {"report":"snow"}')
  })
})

const { signal } = new AbortController()

const words = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'sunny' }] }])
const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 }

/** The answer of an agent that makes a span through its own copy of OpenTelemetry's API. */
function traced(attributes: object, answer: string): string {
  const load = createRequire(import.meta.resolve('ai'))
  const { trace } = load('@opentelemetry/api') as ReturnType<typeof openTelemetryApi> // the real one
  trace.getTracer('agent').startSpan('asked', { attributes }).end()
  return answer
}
const stopWhen = isStepCount(3)
const inputSchema = z.object({ city: z.string() })
const tools = {
  get_weather: tool({ inputSchema, execute: async ({ city }) => `${city} is sunny` }),
  search: tool({
    inputSchema: z.object({ query: z.string() }),
    execute: async (): Promise<string> => {
      throw new Error('no network')
    },
  }),
}

/** Asks for both tools with what the user says, and tells the first one's answer. */
const model = new MockLanguageModelV4({
  modelId: 'mock',
  doGenerate: async ({ prompt }) => ({ content: contentFor(prompt), finishReason, usage, warnings: [] }),
  doStream: async ({ prompt }) => ({
    stream: simulateReadableStream<StreamPart>({
      chunks: [
        ...contentFor(prompt).flatMap((piece, index): StreamPart[] =>
          piece.type === 'text'
            ? [
                { type: 'text-start', id: String(index) },
                { type: 'text-delta', id: String(index), delta: piece.text },
                { type: 'text-end', id: String(index) },
              ]
            : [piece],
        ),
        { type: 'finish', finishReason, usage },
      ],
    }),
  }),
})

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Piece> ? Piece : never

const finishReason = { unified: 'stop' as const, raw: undefined }
const usage = {
  inputTokens: { total: 10, noCache: 7, cacheRead: 3, cacheWrite: 0 },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
}

/** Knows all by itself. */
const talker = new MockLanguageModelV4({
  doGenerate: async () => ({ content: [{ type: 'text', text: 'sunny' }], finishReason, usage, warnings: [] }),
})

function contentFor(prompt: readonly { readonly role: string; readonly content: unknown }[]) {
  const city = textIn(prompt.findLast(({ role }) => role === 'user')?.content)
  const answers = prompt.findLast(({ role }) => role === 'tool')
  if (answers !== undefined) return [{ type: 'text' as const, text: `${city} is sunny, says the tool` }]
  return [
    { type: 'tool-call' as const, toolCallId: 'one', toolName: 'get_weather', input: JSON.stringify({ city }) },
    { type: 'tool-call' as const, toolCallId: 'two', toolName: 'search', input: JSON.stringify({ query: city }) },
  ]
}

function textIn(content: unknown): string {
  return z.array(z.object({ text: z.string() })).parse(content)[0]?.text ?? ''
}

async function asked(agent: FunctionAgent | ReturnType<typeof withCapture>, question = 'Kyoto') {
  const target = typeof agent === 'function' ? withCapture(functionTarget(agent)) : agent
  const conversation = await target.open(caseNamed(question), { signal })
  return conversation.say(saying(question), signal)
}

function told(said: Invocation | undefined) {
  const { steps, usage: tokens, modelCalls, agents } = said ?? {}
  const events = steps?.form === 'events' ? steps.events : []
  const parts = events.flatMap(({ author, content }) => (content?.parts ?? []).map((part) => ({ ...part, author })))
  return {
    steps: parts.flatMap(({ author, text, toolCall, toolResponse }) => {
      if (toolCall !== undefined) return `${author} calls ${toolCall.name} ${JSON.stringify(toolCall.args)}`
      return toolResponse === undefined ? `${author} says ${text}` : []
    }),
    // In the order of their names: tools that run at once end in any order.
    answers: parts
      .flatMap(({ toolResponse }) =>
        toolResponse === undefined ? [] : `${toolResponse.name}: ${JSON.stringify(toolResponse.response)}`,
      )
      .toSorted(),
    response: said && responseTextOf(said),
    usage: tokens,
    modelCalls,
    agents: Object.fromEntries(
      Object.entries(agents ?? {}).map(([name, { instructions, toolDeclarations }]) => [
        name,
        {
          instructions,
          tools: toolDeclarations?.map((declared) => z.looseObject({ name: z.string() }).parse(declared).name),
        },
      ]),
    ),
  }
}

function calledIn(said: Invocation | undefined): readonly string[] {
  return told(said).steps.flatMap((step) => /^agent calls (.*)$/.exec(step)?.[1] ?? [])
}
