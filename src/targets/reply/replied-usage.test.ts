import { expect, it } from 'vitest'
import { RepliedUsage } from './replied-usage.ts'

it.each<readonly [string, object, object]>([
  [
    'Anthropic’s',
    { input_tokens: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output_tokens: 2 },
    { inputTokens: 95, cachedTokens: 70, outputTokens: 2 },
  ],
  [
    'OpenAI’s, with details',
    { prompt_tokens: 90, prompt_tokens_details: { cached_tokens: 70 }, completion_tokens: 2, total_tokens: 92 },
    { promptTokens: 90, cachedTokens: 70, outputTokens: 2, totalTokens: 92 },
  ],
  [
    'DeepSeek’s',
    { prompt_tokens: 90, prompt_cache_hit_tokens: 70, prompt_cache_miss_tokens: 20, completion_tokens: 2 },
    { promptTokens: 90, cachedTokens: 70, outputTokens: 2 },
  ],
  [
    'LangChain’s, with details',
    {
      input_tokens: 90,
      output_tokens: 9,
      input_token_details: { cache_read: 70 },
      output_token_details: { reasoning: 4 },
    },
    { inputTokens: 90, outputTokens: 9, cachedTokens: 70, reasoningTokens: 4 },
  ],
  [
    'the AI SDK’s',
    { inputTokens: 90, cachedInputTokens: 70, outputTokens: 2 },
    { inputTokens: 90, cachedTokens: 70, outputTokens: 2 },
  ],
  [
    'ours',
    { inputTokens: 90, cachedTokens: 70, reasoningTokens: 1 },
    { inputTokens: 90, cachedTokens: 70, reasoningTokens: 1 },
  ],
  ['Gemini’s', { promptTokenCount: 90, cachedContentTokenCount: 70 }, { promptTokens: 90, cachedTokens: 70 }],
])('tokens in an answer are read in words of %s', (_, given, usage) => {
  expect(RepliedUsage.parse(given)).toEqual(usage)
})

it('refuses a negative count', () => {
  expect(RepliedUsage.safeParse({ input_tokens: -5, output_tokens: 2 }).success).toBe(false)
})
