import { Usage } from '../../core/index.ts'
import { wireObject } from './wire-object.ts'

/** Tokens, in our words or as models and their SDKs report them. Counters that nobody here knows are passed over. */
export const RepliedUsage = wireObject(Usage.shape, {
  open: true,
  aliases: {
    completionTokens: 'outputTokens',
    cachedInputTokens: 'cachedTokens',
    cacheReadInputTokens: 'cachedTokens',
    promptTokenCount: 'promptTokens',
    cachedContentTokenCount: 'cachedTokens',
    toolUsePromptTokenCount: 'toolUseTokens',
    candidatesTokenCount: 'candidatesTokens',
    thoughtsTokenCount: 'reasoningTokens',
    totalTokenCount: 'totalTokens',
  },
})
