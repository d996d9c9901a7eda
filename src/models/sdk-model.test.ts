import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProviderServer, type ProviderServer } from '../../test/fixtures/providers/provider-server.ts'
import { wireFormats } from '../../test/fixtures/providers/wire-formats.ts'
import type { ModelRequest } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { openModel } from './open-model.ts'
import { sdkModel } from './sdk-model.ts'

const { signal } = new AbortController()
const tool = {
  name: 'calculator',
  description: 'Adds.',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
}

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

describe('tools and images on the wire', () => {
  it('offers tools and gives back what the model calls', async () => {
    const reply = await ask({ messages: [{ role: 'user', text: 'How much?' }], tools: [tool] }, [
      { id: 'call-1', type: 'function', function: { name: 'calculator', arguments: '{"expression":"2+2"}' } },
      { id: 'call-2', type: 'function', function: { name: 'calculator', arguments: '{"expr' } },
    ])
    expect(reply).toMatchObject({ text: '', finishReason: 'tool-calls' })
    expect(reply.toolCalls).toEqual([
      { id: 'call-1', name: 'calculator', args: { expression: '2+2' } },
      { id: 'call-2', name: 'calculator', args: '{"expr' },
    ])
    expect(server.requests[0]?.body).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'calculator', description: 'Adds.', parameters: tool.parameters } },
      ],
    })
  })

  it('hands results back behind their calls', async () => {
    const calls = ['call-1', 'call-2'].map((id) => ({ id, name: 'calculator', args: { expression: id } }))
    await ask({
      messages: [
        { role: 'user', text: 'How much?' },
        { role: 'assistant', text: '', toolCalls: calls },
        ...calls.map((call) => ({ role: 'tool' as const, text: `result of ${call.id}`, call })),
      ],
      tools: [tool],
    })
    expect(server.requests[0]?.body).toMatchObject({
      messages: [
        { role: 'user', content: 'How much?' },
        {
          role: 'assistant',
          tool_calls: [
            { id: 'call-1', type: 'function', function: { name: 'calculator', arguments: '{"expression":"call-1"}' } },
            { id: 'call-2', type: 'function', function: { name: 'calculator', arguments: '{"expression":"call-2"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call-1', content: 'result of call-1' },
        { role: 'tool', tool_call_id: 'call-2', content: 'result of call-2' },
      ],
    })
  })

  it('hands the results of one round back in one turn, which Gemini asks for', async () => {
    const format = wireFormats['Gemini API']
    server.behave({ do: 'reply', body: format?.reply('fine') })
    const model = await openModel(format?.model ?? '', { environment: format?.environment(server.url) ?? {} })
    const calls = ['1', '2'].map((id) => ({ id, name: 'calculator', args: {} }))
    const results = calls.map((call) => ({ role: 'tool' as const, text: call.id, call }))
    const asked = { role: 'assistant' as const, text: '', toolCalls: calls }
    await model.generate({ messages: [{ role: 'user', text: 'How much?' }, asked, ...results], tools: [tool] }, signal)
    expect(server.requests[0]?.body).toMatchObject({
      contents: [
        { role: 'user' },
        { role: 'model', parts: [{ functionCall: { name: 'calculator' } }, { functionCall: { name: 'calculator' } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'calculator' } }, { functionResponse: { name: 'calculator' } }],
        },
      ],
    })
  })

  it('shows images in the order in which they stand', async () => {
    const images = [1, 2].map((byte) => ({ mimeType: 'image/png', bytes: new Uint8Array([byte]) }))
    await ask({ messages: [{ role: 'user', text: 'What is on them?', images }] })
    expect(server.requests[0]?.body).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is on them?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AQ==' } },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,Ag==' } },
          ],
        },
      ],
    })
  })
})

/** One answer of several, which ended in an error. */
function choice(error?: object) {
  return {
    index: 0,
    message: { role: 'assistant', content: '' },
    finish_reason: 'error',
    ...(error && { error }),
  }
}

describe('an error inside a 200', () => {
  const usage = { prompt_tokens: 12, completion_tokens: 0, total_tokens: 12 }
  it.each([
    [
      'instead of an answer',
      { error: { code: 402, message: 'Insufficient credits' } },
      '402: Insufficient credits',
      false,
    ],
    [
      'with what the provider behind a router said',
      { error: { code: 502, message: 'Provider returned error', metadata: { raw: 'overloaded' } } },
      '502: Provider returned error: overloaded',
      true,
    ],
    ['without a code', { error: { message: 'No such model' } }, 'an error: No such model', false],
    ['as a text', { error: 'out of memory' }, 'an error: out of memory', false],
    [
      'of a choice',
      {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [choice({ code: 503, message: 'gone' })],
        usage,
      },
      '503: gone',
      true,
    ],
  ])('is the provider’s own, with its text: %s', async (_where, body, told, retryable) => {
    server.behave({ do: 'reply', body })
    const format = wireFormats['OpenAI-compatible']
    const model = await openModel(format?.model ?? '', {
      environment: format?.environment(server.url) ?? {},
    })
    const failure = await model
      .generate({ messages: [{ role: 'user', text: 'How much?' }] }, signal)
      .catch((e: unknown) => e)
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(failure).toMatchObject({ retryable })
    expect((failure as ModelFailure).message).toContain(told)
  })
})

async function ask(request: ModelRequest, toolCalls?: readonly unknown[]) {
  const message = { role: 'assistant', content: toolCalls ? null : 'fine', tool_calls: toolCalls }
  const choices = [{ index: 0, message, finish_reason: toolCalls ? 'tool_calls' : 'stop' }]
  const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }
  server.behave({ do: 'reply', body: { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage } })
  const format = wireFormats['OpenAI-compatible']
  const model = await openModel(format?.model ?? '', { environment: format?.environment(server.url) ?? {} })
  return model.generate(request, signal)
}

describe('a model of a provider for AI SDK 5', () => {
  it('says as much as its form can', async () => {
    const asked: unknown[] = []
    const older = {
      specificationVersion: 'v2',
      doGenerate: async (request: unknown) => {
        asked.push(request)
        return {
          content: [{ type: 'text', text: 'A cat' }],
          finishReason: 'length',
          usage: { inputTokens: 12, outputTokens: 5, totalTokens: 17, cachedInputTokens: 8 },
          warnings: [{ type: 'unsupported-setting', setting: 'seed' }],
        }
      },
    }
    const model = sdkModel(older as unknown as Parameters<typeof sdkModel>[0], {
      id: 'openai/older',
      provider: 'openai',
      failures: { provider: 'OpenAI', model: 'older' } as unknown as Parameters<typeof sdkModel>[1]['failures'],
    })
    const image = { mimeType: 'image/png', bytes: new Uint8Array([1, 2]) }
    const reply = await model.generate(
      { messages: [{ role: 'user', text: 'What?', images: [image] }], seed: 7 },
      signal,
    )
    expect(reply).toMatchObject({
      text: 'A cat',
      finishReason: 'length',
      usage: { inputTokens: 12, outputTokens: 5, cachedTokens: 8 },
      unsupported: ['seed'],
    })
    expect(asked).toMatchObject([
      { prompt: [{ content: [{ type: 'text' }, { type: 'file', mediaType: 'image/png', data: image.bytes }] }] },
    ])
  })
})
