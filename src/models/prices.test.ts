import { describe, expect, it } from 'vitest'
import { costOf } from './prices.ts'
import priceList from './prices.json' with { type: 'json' }

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
    expect(costOf('claude-opus-4-20250514', million)).toBeCloseTo(90)
    expect(costOf('claude-opus-4-5-20251101', million)).toBeCloseTo(30)
    expect(costOf('gemini-2.5-flash-lite-001', million)).toBeCloseTo(0.5)
  })

  it('does not take another model for a release of this one', () => {
    expect(costOf('gpt-4o-audio-preview', million)).toBeUndefined()
    expect(costOf('claude-opus-4-9-20270101', million)).toBeUndefined()
  })

  it('is nothing for a local model, and unknown where nobody knows', () => {
    expect(costOf('ollama/qwen3:8b', undefined)).toBe(0)
    expect(costOf('openai-compatible/gpt-4o', million)).toBeUndefined()
    expect(costOf('us.amazon.nova-lite-v1:0', million)).toBeUndefined()
    expect(costOf('embedded', million)).toBeUndefined()
    expect(costOf('gpt-4o', undefined)).toBeUndefined()
    expect(costOf('gpt-4o', { totalTokens: 10 })).toBeUndefined()
  })

  it('is unknown for a prompt so long that it has another price', () => {
    const usage = { inputTokens: 200_000, cachedTokens: 100_000, outputTokens: 1000 }
    expect(costOf('gemini-2.5-pro', usage)).toBeCloseTo(0.125 + 0.0125 + 0.01)
    expect(costOf('gemini-2.5-pro', { ...usage, inputTokens: 200_001 })).toBeUndefined()
  })

  it('says of which day its oldest price is, and where each comes from', () => {
    expect(priceList.families.map(({ date }) => date).toSorted()[0]).toBe('2026-07-09')
    expect(priceList.families.map(({ source }) => /https:\/\/\S+/.test(source))).not.toContain(false)
  })

  it('has each model once, and cached input never dearer than input', () => {
    const models = priceList.families.flatMap((family) => Object.entries(family.models))
    expect(new Set(models.map(([name]) => name)).size).toBe(models.length)
    const dearer = models.filter(([, price]) => 'cached' in price && Number(price.cached) > price.input)
    expect(dearer).toEqual([])
  })
})
