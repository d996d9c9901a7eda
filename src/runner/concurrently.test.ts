import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { concurrently } from './concurrently.ts'

describe('concurrently', () => {
  it('works on as many items as the limit allows, and pulls no further', async () => {
    const pulled: number[] = []
    let atOnce = 0
    let most = 0
    await concurrently(numbers(10, pulled), 3, async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      expect(pulled.length).toBeLessThanOrEqual(10)
      await sleep(2)
      atOnce -= 1
    })
    expect(most).toBe(3)
    expect(pulled).toHaveLength(10)
  })

  it('stops pulling at the first error, lets what is in flight end, and throws it', async () => {
    const pulled: number[] = []
    const ended: number[] = []
    const run = concurrently(numbers(100, pulled), 2, async (number) => {
      await sleep(number === 1 ? 1 : 10)
      if (number === 1) throw new Error('broken')
      ended.push(number)
    })
    await expect(run).rejects.toThrow('broken')
    expect(ended).toEqual([0])
    expect(pulled.length).toBeLessThanOrEqual(4)
  })

  it('throws what the items throw', async () => {
    await expect(concurrently(broken(), 4, async () => undefined)).rejects.toThrow('no more lines')
  })
})

async function* broken(): AsyncGenerator<number> {
  yield 1
  throw new Error('no more lines')
}

async function* numbers(count: number, pulled: number[]): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) {
    pulled.push(number)
    yield number
  }
}
