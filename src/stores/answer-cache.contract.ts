import { describe, expect, it } from 'vitest'
import type { AnswerCache, JudgeReply } from '../core/index.ts'

/** Tests that every answer cache must pass. `open` returns a new, empty one each time. */
export function describeAnswerCache(name: string, open: () => AnswerCache | Promise<AnswerCache>): void {
  describe(`answer cache contract: ${name}`, () => {
    it('has nothing under a key that nobody set', async () => {
      expect(await (await open()).get('k')).toBeUndefined()
    })

    it('gives back the value, the reply and the time', async () => {
      const cache = await open()
      await cache.set('k', { value: { verdict: 'valid', orders: [12345678901234567890n] }, reply }, 1234)
      expect(await cache.get('k')).toEqual({
        value: { verdict: 'valid', orders: [12345678901234567890n] },
        reply,
        at: 1234,
      })
    })

    it('keeps the newer of two answers', async () => {
      const cache = await open()
      await cache.set('k', { value: 1, reply }, 1)
      await cache.set('k', { value: 2, reply }, 2)
      expect(await cache.get('k')).toMatchObject({ value: 2, at: 2 })
    })

    it('keeps keys apart, hostile ones too', async () => {
      const cache = await open()
      const keys = ['k', 'K', "k' --", 'ｋ', '%', '']
      await Promise.all(keys.map((key, index) => cache.set(key, { value: index, reply }, 1)))
      const found = await Promise.all(keys.map((key) => cache.get(key)))
      expect(found.map((answer) => answer?.value)).toEqual([0, 1, 2, 3, 4, 5])
    })
  })
}

const reply: JudgeReply = {
  judge: 'model-1',
  instruction: 'equivalence@1',
  raw: '{"verdict":"valid"}\u2028審査',
  usage: { inputTokens: 10, outputTokens: 2 },
  cost: 0.001,
  latencyMs: 12.5,
  calls: 1,
}
