import { describe, expect, it } from 'vitest'
import { message } from '../core/index.ts'
import type { RetryOptions } from '../core/basics/retry-delay.ts'
import { ModelFailure } from './model-failure.ts'
import { scriptedModel, type ScriptedReply } from './scripted-model.ts'
import { mostAttempts, withModelRetries } from './with-retries.ts'
import { withModelTimeout } from './with-timeout.ts'

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
    const model = withModelRetries(scriptedModel(() => busy(60_000)))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(model.generate(request, controller.signal)).rejects.toThrow('enough')
  })
})

describe('withTimeout', () => {
  it('ends a call that takes no notice of being aborted', async () => {
    const model = withModelTimeout(
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
    const model = withModelTimeout(scriptedModel(() => new Promise(() => {})))
    setTimeout(() => controller.abort(new Error('enough')), 20)
    await expect(model.generate(request, controller.signal)).rejects.toThrow('enough')
  })
})

async function ask(script: readonly ScriptedReply[], options: RetryOptions = {}) {
  const delays: number[] = []
  const model = withModelRetries(scriptedModel(script), { sleep: async (ms) => delays.push(ms), ...options })
  try {
    return { reply: await model.generate(request, new AbortController().signal), delays }
  } catch (error) {
    return { error, delays }
  }
}

const overloaded = (status: number) => new ModelFailure(message('busy'), { status, retryable: true })
const unreachable = () => new ModelFailure(message('nobody is there'), { retryable: true })

describe('withRetries at an overloaded server', () => {
  it.each([500, 502, 503, 504, 529, 429])(
    'asks again for the whole time after status %i, and not longer',
    async (status) => {
      for (const chance of [0, 0.5, 0.999]) {
        const { error, waited, attempts } = await askResiliently(() => overloaded(status), {
          patienceMs: 60_000,
          chance,
        })
        expect(error).toMatchObject({ status })
        expect(waited).toBeGreaterThanOrEqual(60_000)
        expect(waited).toBeLessThan(60_100)
        expect(attempts).toBeLessThanOrEqual(mostAttempts({ patienceMs: 60_000 }))
      }
    },
  )

  it('takes the answer that comes after 59 seconds', async () => {
    const { reply } = await askResiliently((now) => (now < 59_000 ? overloaded(503) : 'ok'), { patienceMs: 60_000 })
    expect(reply).toMatchObject({ text: 'ok' })
  })

  it('gives up after five attempts where nobody is there at all, or it is told to', async () => {
    expect(await askResiliently(unreachable, { patienceMs: 60_000 })).toMatchObject({ attempts: 5 })
    expect(await askResiliently(() => overloaded(503), { patienceMs: 0 })).toMatchObject({ attempts: 5 })
  })

  it('never calls more often than it says beforehand, even if the server asks to come back at once', async () => {
    for (const patienceMs of [0, 1, 10_000, 60_000, 600_000]) {
      const { attempts } = await askResiliently(() => busy(0), { patienceMs, chance: 0 })
      expect(attempts).toBeLessThanOrEqual(mostAttempts({ patienceMs }))
    }
    expect(mostAttempts({ patienceMs: 60_000 })).toBe(9)
  })
})

/** On a clock that only pauses move. */
async function askResiliently(
  script: (now: number) => ScriptedReply,
  { patienceMs, chance = 0.5 }: { readonly patienceMs: number; readonly chance?: number },
) {
  let now = 0
  let attempts = 0
  const model = withModelRetries(
    scriptedModel(() => {
      attempts += 1
      return script(now)
    }),
    { patienceMs, now: () => now, random: () => chance, sleep: async (ms) => (now += ms) },
  )
  try {
    return { reply: await model.generate(request, new AbortController().signal), waited: now, attempts }
  } catch (error) {
    return { error, waited: now, attempts }
  }
}
