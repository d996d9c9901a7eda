import type { Usage } from '../../core/index.ts'
import { type Codec, number } from '../kit/foreign-value.ts'
import { object, optional } from '../kit/foreign-object.ts'

/** The counters a model reports for one call. Further details stay unchanged in `details`. */
export const adkUsageMetadata = object(
  {
    promptTokens: optional('prompt_token_count', number),
    cachedTokens: optional('cached_content_token_count', number),
    toolUseTokens: optional('tool_use_prompt_token_count', number),
    candidatesTokens: optional('candidates_token_count', number),
    reasoningTokens: optional('thoughts_token_count', number),
    totalTokens: optional('total_token_count', number),
  },
  { unknown: 'keep', keepIn: 'details' },
)

/** Counters as ADK writes them into results and we into transcripts. */
export const adkTokenUsage: Codec<Usage> = object(
  {
    inputTokens: optional('input_tokens', number),
    promptTokens: optional('prompt_tokens', number),
    cachedTokens: optional('cached_tokens', number),
    toolUseTokens: optional('tool_use_tokens', number),
    outputTokens: optional('output_tokens', number),
    candidatesTokens: optional('candidates_tokens', number),
    reasoningTokens: optional('reasoning_tokens', number),
    totalTokens: optional('total_tokens', number),
  },
  { unknown: 'ignore' },
)

/** Input is prompt plus tool use, output is candidates plus reasoning; a sum without any counter stays undefined. */
export function withInputAndOutput(usage: Usage): Usage {
  const inputTokens = usage.inputTokens ?? sum(usage.promptTokens, usage.toolUseTokens)
  const outputTokens = usage.outputTokens ?? sum(usage.candidatesTokens, usage.reasoningTokens)
  return {
    ...usage,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  }
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0)
}
