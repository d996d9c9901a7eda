import { describe, expect, it } from 'vitest'
import { message } from '../core/index.ts'
import type { RetryOptions } from '../core/retry-delay.ts'
import { ModelFailure } from './model-failure.ts'
import { scriptedModel } from './scripted-model.ts'
import type { ScriptedReply } from './scripted-model.ts'
import { withRetries } from './with-retries.ts'
import { withTimeout } from './with-timeout.ts'

const request = { messages: [{ role: 'user' as const, text: 'hello' }] }
const busy = (retryAfterMs?: number) =>
  new ModelFailure(message('busy'), { status: 429, retryable: true, retryAfterMs })

describe('withRetries', () => {
  it('asks again after growing pauses, and counts every call', async () => {
    const { reply, delays } = await ask([busy(), busy(), busy(), 'ok'], { random: () => 0.5 })
    expect(reply).toMatchObject({ text: 'ok', calls: 4 })
    expect(delays).toEqual([250, 500, 1000])
  })

  it('gives up after the fifth attempt, with its error', async () => {
    const last = busy()
    const { error, delays } = await ask([busy(), busy(), busy(), busy(), last, 'ok'])
    expect(error).toBe(last)
    expect(delays).toHaveLength(4)
  })

  it('gives up at once when the server asks for a longer pause than there is patience for', async () => {
    const { error, delays } = await ask([busy(1_200_000), 'ok'])
    expect(error).toMatchObject({ code: 'judge', message: 'busy; it asked to wait 20 min, the limit is 5 min' })
    expect(delays).toEqual([])
  })

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController()
    const model = withRetries(scriptedModel(() => busy(60_000)))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(model.generate(request, controller.signal)).rejects.toThrow('enough')
  })
})

describe('withTimeout', () => {
  it('ends a call that takes no notice of being aborted', async () => {
    const model = withTimeout(
      scriptedModel(() => new Promise(() => {})),
      20,
    )
    await expect(model.generate(request, new AbortController().signal)).rejects.toMatchObject({
      message: 'scripted did not answer within 0.02 s',
      retryable: true,
      overloaded: false,
    })
  })

  it('gives the reason of whoever stopped it', async () => {
    const controller = new AbortController()
    const model = withTimeout(scriptedModel(() => new Promise(() => {})))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(model.generate(request, controller.signal)).rejects.toThrow('enough')
  })
})

async function ask(script: readonly ScriptedReply[], options: RetryOptions = {}) {
  const delays: number[] = []
  const model = withRetries(scriptedModel(script), { sleep: async (ms) => delays.push(ms), ...options })
  try {
    return { reply: await model.generate(request, new AbortController().signal), delays }
  } catch (error) {
    return { error, delays }
  }
}
