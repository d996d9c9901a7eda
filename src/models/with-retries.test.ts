import { describe, expect, it } from 'vitest'
import { message } from '../core/index.ts'
import { ModelFailure } from './model-failure.ts'
import { scriptedModel } from './scripted-model.ts'
import type { ScriptedReply } from './scripted-model.ts'
import { withRetries } from './with-retries.ts'
import type { RetryOptions } from './with-retries.ts'
import { withTimeout } from './with-timeout.ts'

const request = { messages: [{ role: 'user' as const, text: 'hello' }] }
const busy = (retryAfterMs?: number) =>
  new ModelFailure(message('busy'), { status: 429, retryable: true, retryAfterMs })

describe('withRetries', () => {
  it('waits up to twice as long each time, all of it jitter', async () => {
    const { reply, delays } = await ask([busy(), busy(), busy(), 'ok'], { random: () => 0.5 })
    expect(reply).toMatchObject({ text: 'ok', calls: 4 })
    expect(delays).toEqual([250, 500, 1000])
  })

  it('never waits longer than the longest delay', async () => {
    const { delays } = await ask([busy(), busy(), 'ok'], { random: () => 1, baseDelayMs: 1000, maxDelayMs: 1200 })
    expect(delays).toEqual([1000, 1200])
  })

  it('gives up after the fifth attempt, with its error', async () => {
    const last = busy()
    const { error, delays } = await ask([busy(), busy(), busy(), busy(), last, 'ok'])
    expect(error).toBe(last)
    expect(delays).toHaveLength(4)
  })

  it('waits as long as the server asks for, and gives up at once when that is too long', async () => {
    expect((await ask([busy(42_000), 'ok'], { random: () => 0 })).delays).toEqual([42_000])
    const { error, delays } = await ask([busy(3_600_000), 'ok'])
    expect(error).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(delays).toEqual([])
  })

  it('does not try again what cannot help, nor what is a bug', async () => {
    const permanent = new ModelFailure(message('wrong key'), { status: 401 })
    expect(await ask([permanent, 'ok'])).toMatchObject({ error: permanent, delays: [] })
    const bug = new TypeError('undefined is not a function')
    expect(await ask([bug, 'ok'])).toMatchObject({ error: bug, delays: [] })
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
