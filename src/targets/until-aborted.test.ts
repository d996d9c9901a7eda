import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilAborted } from './until-aborted.ts'

describe('untilAborted', () => {
  it('gives the signal’s reason, even when the work fails of the abort first', async () => {
    const controller = new AbortController()
    const work = new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('in its own words')))
    })
    setTimeout(() => controller.abort(new Error('the reason')), 5)
    await expect(untilAborted(work, controller.signal)).rejects.toThrow('the reason')
  })

  it('passes on what the work came to, and stops listening', async () => {
    const { signal } = new AbortController()
    expect(await untilAborted(Promise.resolve(7), signal)).toBe(7)
    await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
