import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Judge, type Question, EvalError } from '../core/index.ts'
import { withLimit } from './with-limit.ts'

const question: Question<unknown> = {
  task: 'quality',
  subject: undefined,
  instruction: { id: 'quality', version: 1, text: 'Judge.' },
  evidence: [],
  answer: z.unknown(),
  language: 'en',
  sample: 0,
}

describe('withLimit', () => {
  it('asks no more questions at once than it may, even after failures', async () => {
    const judge = slowJudge()
    const limited = withLimit(judge, 2)
    const asked = Array.from({ length: 9 }, () => limited.ask(question))
    const outcomes = await Promise.allSettled(asked)
    expect(judge.most).toBe(2)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  })

  it('lets go of who waits when the run is stopped', async () => {
    const stopping = new AbortController()
    const judge = slowJudge()
    const limited = withLimit(judge, 1)
    const first = limited.ask(question)
    const second = limited.ask(question, stopping.signal)
    stopping.abort(new EvalError('cancelled', 'stopped'))
    await expect(second).rejects.toThrow('stopped')
    await first
    expect(judge.asked).toBe(1)
  })
})

/** Every third question fails. */
function slowJudge(): Judge & { readonly asked: number; readonly most: number } {
  let running = 0
  let asked = 0
  let most = 0
  return {
    id: 'slow',
    get asked() {
      return asked
    },
    get most() {
      return most
    },
    async ask() {
      asked += 1
      const fails = asked % 3 === 0
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      if (fails) throw new EvalError('judge', 'broken')
      const reply = { judge: 'slow', instruction: 'quality@1', raw: '', latencyMs: 5, calls: 1 }
      return { status: 'unreadable', reason: { text: 'nothing' }, reply }
    },
  }
}
