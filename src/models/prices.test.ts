import { describe, expect, it } from 'vitest'
import { costOf, pricesDate } from './prices.ts'

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 }

describe('costOf', () => {
  it('adds input and output', () => {
    expect(costOf('gpt-4o-mini', million)).toBeCloseTo(0.75)
    expect(costOf('vertex/gemini-2.5-flash', million)).toBeCloseTo(2.8)
  })

  it('takes cached input for what it costs', () => {
    expect(costOf('gpt-4o-mini', { ...million, cachedTokens: 400_000 })).toBeCloseTo(0.09 + 0.03 + 0.6)
    expect(costOf('gpt-4-turbo', { ...million, cachedTokens: 400_000 })).toBeCloseTo(40)
  })

  it('knows the dated releases of a model, and those with a price of their own', () => {
    expect(costOf('gpt-4o-2024-08-06', million)).toBeCloseTo(12.5)
    expect(costOf('gpt-4o-2024-05-13', million)).toBeCloseTo(20)
    expect(costOf('claude-sonnet-4-20250514', million)).toBeCloseTo(18)
    expect(costOf('gemini-2.0-flash-001', million)).toBeCloseTo(0.5)
  })

  it('does not take another model for a release of this one', () => {
    expect(costOf('gpt-4o-audio-preview', million)).toBeUndefined()
    expect(costOf('claude-sonnet-4-5-20250929', million)).toBeUndefined()
  })

  it('is nothing for a local model, and unknown where nobody knows', () => {
    expect(costOf('ollama/qwen3:8b', undefined)).toBe(0)
    expect(costOf('openai-compatible/gpt-4o', million)).toBeUndefined()
    expect(costOf('us.amazon.nova-lite-v1:0', million)).toBeUndefined()
    expect(costOf('embedded', million)).toBeUndefined()
    expect(costOf('gpt-4o', undefined)).toBeUndefined()
    expect(costOf('gpt-4o', { totalTokens: 10 })).toBeUndefined()
  })

  it('says of which day it is', () => expect(pricesDate).toMatch(/^\d{4}-\d{2}-\d{2}$/))
})
