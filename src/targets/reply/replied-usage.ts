import { isObject } from '../../core/basics/is-object.ts'
import { z } from 'zod'
import { Usage } from '../../core/index.ts'
import { countedTokens } from '../../messages/counted-tokens.ts'
import { wireObject } from './wire-object.ts'

const InOurWords = wireObject(Usage.shape, {
  open: true,
  aliases: {
    completionTokens: 'outputTokens',
    cachedInputTokens: 'cachedTokens',
    promptTokenCount: 'promptTokens',
    cachedContentTokenCount: 'cachedTokens',
    toolUsePromptTokenCount: 'toolUseTokens',
    candidatesTokenCount: 'candidatesTokens',
    thoughtsTokenCount: 'reasoningTokens',
    totalTokenCount: 'totalTokens',
  },
})

/**
 * Token counts in our format or those of models and SDKs. Cached tokens may be nested in details, and the input may
 * exclude them. Unknown counters are ignored.
 */
export const RepliedUsage = z.preprocess((value) => (isObject(value) ? withCache(value) : value), InOurWords)

const cached = /^cache_?(read|creation|write)_?(input_?)?tokens$/i
const input = ['input_tokens', 'inputTokens', 'prompt_tokens', 'promptTokens']

function withCache(value: Record<string, unknown>): Record<string, unknown> {
  const { inputTokens, cachedTokens, reasoningTokens, totalTokens } = countedTokens(value) ?? {}
  const named = Object.entries(value).filter(([name]) => !cached.test(name))
  const counted = named.map(([name, count]): [string, unknown] => {
    const whole = input.includes(name) ? inputTokens : /^total_?tokens$/i.test(name) ? totalTokens : undefined
    return [name, whole ?? count]
  })
  const names = named.map(([name]) => name).join(' ')
  return {
    ...(cachedTokens === undefined || /cached/i.test(names) ? {} : { cachedTokens }),
    ...(reasoningTokens === undefined || /reasoning_?tokens|thoughts/i.test(names) ? {} : { reasoningTokens }),
    ...Object.fromEntries(counted),
  }
}
