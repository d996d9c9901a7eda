import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { scriptedModel } from '../../models/index.ts'
import { withGenerationConfig } from './generation-config.ts'
import { collectWarnings } from '../warnings.ts'

const { signal } = new AbortController()
const messages = [{ role: 'user' as const, text: 'q' }]
const place = 'm: judge_model_config'

describe('withGenerationConfig', () => {
  it('puts a generation config of the Gemini API into our words, in both spellings', async () => {
    const { request, warnings } = await askedOf('google', {
      temperature: 0,
      topP: 0.5,
      max_output_tokens: 100,
      stopSequences: ['END'],
      seed: null,
      thinking_config: { include_thoughts: false, thinkingBudget: 0, thinking_level: 'LOW' },
      safety_settings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    })
    expect(request).toEqual({
      messages,
      temperature: 0,
      topP: 0.5,
      maxOutputTokens: 100,
      stopSequences: ['END'],
      providerOptions: {
        google: {
          thinkingConfig: { includeThoughts: false, thinkingBudget: 0, thinkingLevel: 'low' },
          safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
        },
      },
    })
    expect(warnings).toEqual([])
  })

  it('warns of what a model of another provider, or nobody, can do', async () => {
    const { request, warnings } = await askedOf('openai', {
      top_k: 4,
      thinking_config: { thinking_budget: 5 },
      responseMimeType: 'application/json',
      tools: [],
      constructor: 1,
    })
    expect(request).toEqual({ messages, topK: 4 })
    expect(warnings).toEqual([
      'm: judge_model_config: thinking_config, response_mime_type, tools, constructor have no effect on scripted',
      'm: judge_model_config: top_k has no effect on scripted',
    ])
  })

  it('leaves a model as it is when there is nothing in the config', async () => {
    const model = scriptedModel([])
    expect(await withGenerationConfig(model, { place, config: { seed: null } }, collectWarnings())).toBe(model)
  })

  it.each([
    [{ temperature: 'hot' }, 'm: judge_model_config: temperature: Invalid input: expected number, received string'],
    [{ thinking_config: { budget: 1 } }, 'm: judge_model_config: thinking_config: Unrecognized key: "budget"'],
    [{ topK: 1, top_k: 2 }, 'm: judge_model_config: top_k is there twice'],
  ])('refuses %j', async (config, sentence) => {
    await expect(askedOf('google', config)).rejects.toThrow(sentence)
  })
})

/** A model that says that it has no `topK`. */
async function askedOf(provider: string, config: Record<string, unknown>) {
  const warnings = collectWarnings()
  const model = scriptedModel([{ text: 'a', unsupported: ['topK'] }])
  const set = await withGenerationConfig({ ...model, provider }, { place, config }, warnings)
  await set.generate({ messages }, signal)
  return { request: model.requests[0], warnings: warnings.all.map(({ sentence }) => toEnglish(sentence)) }
}
