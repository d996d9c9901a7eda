import { describe, expect, it } from 'vitest'
import { madeSpan } from '../../test/fixtures/made-span.ts'
import { conversationsOf } from '../traces/conversations.ts'
import { addUsage, countedTokens } from './counted-tokens.ts'

const details = (counted: object) => ({
  'langfuse.observation.type': 'generation',
  'langfuse.observation.usage_details': JSON.stringify(counted),
})
const genAi = (provider: string, input: number, read: number, written = 0) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': provider,
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.cache_read.input_tokens': read,
  'gen_ai.usage.cache_creation.input_tokens': written,
})

describe('the tokens that a model was given', () => {
  it.each<readonly [string, object, readonly unknown[]]>([
    [
      'Anthropic',
      { input_tokens: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output_tokens: 2 },
      [95, 70],
    ],
    ['Anthropic, with little cached', { input_tokens: 900, cache_read_input_tokens: 70, output_tokens: 2 }, [970, 70]],
    [
      'Bedrock',
      { inputTokens: 5, cacheReadInputTokens: 70, cacheWriteInputTokens: 20, outputTokens: 2, totalTokens: 97 },
      [95, 70],
    ],
    ['OpenAI', { prompt_tokens: 90, prompt_tokens_details: { cached_tokens: 70 }, completion_tokens: 2 }, [90, 70]],
    [
      'OpenAI’s Responses',
      { input_tokens: 90, input_tokens_details: { cached_tokens: 70 }, output_tokens: 2 },
      [90, 70],
    ],
    ['Gemini', { promptTokenCount: 90, cachedContentTokenCount: 70, candidatesTokenCount: 2 }, [90, 70]],
    [
      'LangChain',
      { input_tokens: 90, input_token_details: { cache_read: 70, cache_creation: 20 }, output_tokens: 2 },
      [90, 70],
    ],
    [
      'LiteLLM',
      {
        prompt_tokens: 95,
        cache_read_input_tokens: 70,
        cache_creation_input_tokens: 20,
        total_tokens: 97,
        completion_tokens: 2,
      },
      [95, 70],
    ],
    ['AI SDK', { inputTokens: 90, cachedInputTokens: 70, outputTokens: 2, totalTokens: 92 }, [90, 70]],
    [
      'somebody whose total has no cache in it',
      { input_tokens: 5, cached_tokens: 70, output_tokens: 2, total_tokens: 7 },
      [75, 70],
    ],
  ])('are all of them, as %s counts', (_, counted, given) => {
    const { inputTokens, cachedTokens, outputTokens, totalTokens } = countedTokens(counted) ?? {}
    const sum = Number(inputTokens) + Number(outputTokens)
    expect([inputTokens, cachedTokens, totalTokens ?? sum]).toEqual([...given, sum])
  })

  it.each<readonly [string, Record<string, unknown>, number]>([
    ['GenAI', genAi('anthropic', 95, 70, 20), 95],
    ['GenAI, by a client of Anthropic’s', genAi('anthropic', 5, 70, 20), 95],
    ['GenAI, by Bedrock', genAi('aws.bedrock', 5, 70), 75],
    ['GenAI, by OpenAI', genAi('openai', 90, 70), 90],
    [
      'OpenInference',
      {
        'openinference.span.kind': 'LLM',
        'llm.token_count.prompt': 90,
        'llm.token_count.prompt_details.cache_read': 70,
      },
      90,
    ],
    [
      'AI SDK',
      { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.usage.inputTokens': 90, 'ai.usage.cachedInputTokens': 70 },
      90,
    ],
    [
      'Langfuse, without a total',
      details({ input: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output: 2 }),
      95,
    ],
    ['Langfuse, in pieces', details({ input: 20, input_cached_tokens: 70, output: 2, total: 92 }), 90],
    [
      'Langfuse, where the total has them already',
      details({ input: 90, input_cached_tokens: 70, output: 2, total: 92 }),
      90,
    ],
  ])('are all of them in a span of %s', (_, attributes, given) => {
    const [conversation] = conversationsOf([madeSpan('chat', [0, 1], attributes)])
    expect(conversation?.invocations[0]?.usage?.inputTokens).toBe(given)
  })
})

describe('a total that only some calls report', () => {
  it('is completed by the input and output of the others', () => {
    const [reported, split] = [
      { inputTokens: 20, outputTokens: 10, totalTokens: 30 },
      { inputTokens: 20, outputTokens: 10 },
    ]
    expect(addUsage([reported, split])).toEqual({ inputTokens: 40, outputTokens: 20, totalTokens: 60 })
    expect(addUsage([split, split])).toEqual({ inputTokens: 40, outputTokens: 20 })
  })
})
