import { describe, expect, it } from 'vitest'
import { EvalError, responseTextOf } from '../core/index.ts'
import { functionTarget } from './function-target.ts'
import { caseNamed, saying, targetContract } from './target.contract.ts'
import { withRetries } from './with-retries.ts'
import type { RetryOptions } from './with-retries.ts'

targetContract('withRetries', async () => ({
  target: withRetries(
    functionTarget((text, { history }) =>
      text === 'never answer' ? new Promise(() => {}) : `${history.length + 1}: ${text}`,
    ),
  ),
}))

const busy = (retryAfterMs?: number) => new EvalError('agent', 'busy', { retryable: true, retryAfterMs })

describe('withRetries', () => {
  it('tries again with growing delays, half of them jitter', async () => {
    const { answer, delays } = await sayThrough([busy(), busy(), busy(), 'ok'], { attempts: 4, random: () => 0.5 })
    expect(answer).toBe('ok')
    expect(delays).toEqual([375, 750, 1500])
  })

  it('does not wait longer than the longest delay', async () => {
    const { delays } = await sayThrough([busy(), busy(), 'ok'], {
      random: () => 0,
      baseDelayMs: 1000,
      maxDelayMs: 1200,
    })
    expect(delays).toEqual([500, 600])
  })

  it('gives up after the last attempt, with its error', async () => {
    const last = busy()
    const { error, delays } = await sayThrough([busy(), busy(), last, 'ok'], {})
    expect(error).toBe(last)
    expect(delays).toHaveLength(2)
  })

  it('waits as long as it is asked to, unless that is too long', async () => {
    expect(await sayThrough([busy(60_000), 'ok'], {})).toMatchObject({ answer: 'ok', delays: [60_000] })
    expect(await sayThrough([busy(3_600_000), 'ok'], {})).toMatchObject({ error: { message: 'busy' }, delays: [] })
  })

  it('does not try again what cannot help', async () => {
    const permanent = new EvalError('agent', 'no such model')
    expect(await sayThrough([permanent, 'ok'], {})).toMatchObject({ error: permanent, delays: [] })
  })

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController()
    const target = withRetries(functionTarget(() => Promise.reject(busy(60_000))))
    const conversation = await target.open(caseNamed('one'), controller)
    setTimeout(() => controller.abort(new Error('enough')), 30)
    await expect(conversation.say(saying('hi'), controller.signal)).rejects.toThrow('enough')
  })
})

/** Says one thing to an agent that answers, or throws, what stands in the list. */
async function sayThrough(outcomes: readonly (EvalError | string)[], options: RetryOptions) {
  const delays: number[] = []
  const left = [...outcomes]
  const agent = functionTarget(() => {
    const outcome = left.shift() ?? 'none left'
    if (outcome instanceof EvalError) throw outcome
    return outcome
  })
  const target = withRetries(agent, { sleep: async (ms) => delays.push(ms), ...options })
  const { signal } = new AbortController()
  const conversation = await target.open(caseNamed('one'), { signal })
  try {
    const said = await conversation.say(saying('hi'), signal)
    return { answer: said && responseTextOf(said), delays }
  } catch (error) {
    return { error, delays }
  }
}
