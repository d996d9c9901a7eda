import { describe, expect, it } from 'vitest'
import type { GenerationSettings } from './language-model.ts'
import { scriptedModel } from './scripted-model.ts'
import { withSettings } from './with-settings.ts'

const { signal } = new AbortController()
const messages = [{ role: 'user' as const, text: 'q' }]

describe('withSettings', () => {
  it('asks with its settings where the request has none of its own', async () => {
    const model = scriptedModel(['a', 'b'])
    const set = withSettings(model, { temperature: 0, topK: 3 }, () => undefined)
    await set.generate({ messages, temperature: undefined }, signal)
    await set.generate({ messages, temperature: 1 }, signal)
    expect(model.requests).toEqual([
      { messages, temperature: 0, topK: 3 },
      { messages, temperature: 1, topK: 3 },
    ])
    expect(set).toMatchObject({ id: 'scripted', settings: { temperature: 0, topK: 3 } })
  })

  it('says which of its own settings the model does not have', async () => {
    const told: (readonly (keyof GenerationSettings)[])[] = []
    const model = scriptedModel([{ text: 'a', unsupported: ['topK', 'seed'] }, 'b'])
    const set = withSettings(model, { topK: 3 }, (unsupported) => told.push(unsupported))
    await set.generate({ messages, seed: 1 }, signal)
    await set.generate({ messages }, signal)
    expect(told).toEqual([['topK']])
  })
})
