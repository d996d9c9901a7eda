import { describe, expect, it } from 'vitest'
import { scriptedModel } from './scripted-model.ts'

const { signal } = new AbortController()
const asking = (text: string) => ({ messages: [{ role: 'user' as const, text }] })

describe('scriptedModel', () => {
  it('says what stands in the list and keeps what it was asked', async () => {
    const model = scriptedModel(['one', { text: 'two', finishReason: 'length' }])
    expect(await model.generate(asking('first'), signal)).toMatchObject({ text: 'one', finishReason: 'stop', calls: 1 })
    expect(await model.generate(asking('second'), signal)).toMatchObject({ text: 'two', finishReason: 'length' })
    expect(model.requests).toEqual([asking('first'), asking('second')])
    await expect(model.generate(asking('third'), signal)).rejects.toThrow('The script has 2 replies')
  })

  it('may make its replies', async () => {
    const model = scriptedModel(({ messages }, index) => `${index}: ${messages[0]?.text}`)
    expect((await model.generate(asking('hi'), signal)).text).toBe('0: hi')
  })
})
