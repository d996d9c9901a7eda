import { describe, expect, it } from 'vitest'
import { EvalError, toEnglish } from '../index.ts'
import { message } from './message.ts'
import { retryDelay } from './retry-delay.ts'

const busy = (retryAfterMs?: number) => new EvalError('agent', 'busy', { retryable: true, retryAfterMs })
const options = { attempts: 5, random: () => 0.5 }

describe('retryDelay', () => {
  it('is anything up to twice as long after each failure, and never longer than the longest', () => {
    expect([1, 2, 3, 4].map((failures) => retryDelay(busy(), failures, options))).toEqual([250, 500, 1000, 2000])
    expect(retryDelay(busy(), 1, { ...options, random: () => 0 })).toBe(0)
    expect(retryDelay(busy(), 9, { attempts: 10, random: () => 1, maxDelayMs: 1200 })).toBe(1200)
  })

  it('is what the other side asks for and a little more, so that not all come back at once', () => {
    expect(retryDelay(busy(42_000), 1, { ...options, random: () => 0 })).toBe(42_000)
    expect(retryDelay(busy(300_000), 4, options)).toBe(300_250)
  })

  it('throws the error of the last attempt, of what cannot help, and of what is a bug', () => {
    const last = busy()
    expect(() => retryDelay(last, 5, options)).toThrow(last)
    const permanent = new EvalError('agent', 'no such model')
    expect(() => retryDelay(permanent, 1, options)).toThrow(permanent)
    const bug = new TypeError('undefined is not a function')
    expect(() => retryDelay(bug, 1, options)).toThrow(bug)
  })

  it('says for how long it was asked to wait when that is too long, and is not tried again by anybody', () => {
    const error = thrownBy(() => retryDelay(busy(1_200_000), 1, options))
    expect(error).toMatchObject({ code: 'agent', retryable: false, retryAfterMs: 1_200_000 })
    expect([error.message, error.hint && toEnglish(error.hint)]).toMatchInlineSnapshot(`
      [
        "busy; it asked to wait 20 min, the limit is 5 min",
        "Try again when that time is over",
      ]
    `)
  })

  it('keeps the hint of whoever knows better', () => {
    const hint = message('Ask for a higher limit')
    const error = new EvalError('judge', 'busy', { retryable: true, retryAfterMs: 301_000, hint })
    expect(thrownBy(() => retryDelay(error, 1, options))).toMatchObject({
      hint,
      message: 'busy; it asked to wait 5.02 min, the limit is 5 min',
    })
  })
})

function thrownBy(work: () => unknown): EvalError {
  try {
    work()
  } catch (error) {
    if (error instanceof EvalError) return error
  }
  throw new Error('nothing was thrown')
}
