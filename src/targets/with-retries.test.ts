import { describe, expect, it } from 'vitest'
import { EvalError, responseTextOf } from '../core/index.ts'
import type { RetryOptions } from '../core/basics/retry-delay.ts'
import { functionTarget } from './function-target.ts'
import { caseNamed, saying, targetContract } from './target.contract.ts'
import { withTargetRetries } from './with-retries.ts'

targetContract('withRetries', async () => ({
  target: withTargetRetries(
    functionTarget((text, { history }) =>
      text === 'never answer' ? new Promise(() => {}) : `${history.length + 1}: ${text}`,
    ),
  ),
}))

const busy = (retryAfterMs?: number) => new EvalError('agent', 'busy', { retryable: true, retryAfterMs })

describe('withRetries', () => {
  it('tries again after growing pauses', async () => {
    const { answer, delays } = await sayThrough([busy(), busy(), busy(), 'ok'], { attempts: 4, random: () => 0.5 })
    expect(answer).toBe('ok')
    expect(delays).toEqual([250, 500, 1000])
  })

  it('gives up after the last attempt, with its error', async () => {
    const last = busy()
    const { error, delays } = await sayThrough([busy(), busy(), last, 'ok'], {})
    expect(error).toBe(last)
    expect(delays).toHaveLength(2)
  })

  it('gives up at once when it is asked for a longer pause than there is patience for', async () => {
    const { error, delays } = await sayThrough([busy(1_200_000), 'ok'], {})
    expect(error).toMatchObject({ code: 'agent', message: 'busy; it asked to wait 20 min, the limit is 5 min' })
    expect(delays).toEqual([])
  })

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController()
    const target = withTargetRetries(functionTarget(() => Promise.reject(busy(60_000))))
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
  const target = withTargetRetries(agent, { sleep: async (ms) => delays.push(ms), ...options })
  const { signal } = new AbortController()
  const conversation = await target.open(caseNamed('one'), { signal })
  try {
    const said = await conversation.say(saying('hi'), signal)
    return { answer: said && responseTextOf(said), delays }
  } catch (error) {
    return { error, delays }
  }
}
