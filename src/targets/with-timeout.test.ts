import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Target } from '../core/index.ts'
import { functionTarget } from './function-target.ts'
import { recordedTarget } from './recorded-target.ts'
import { caseNamed, saying, targetContract } from './target.contract.ts'
import { withTimeout } from './with-timeout.ts'

targetContract('withTimeout', async () => ({ target: withTimeout(counting(), 10_000) }))

describe('withTimeout', () => {
  it('ends what takes too long, and names the case', async () => {
    const controller = new AbortController()
    const conversation = await withTimeout(counting(), 50).open(caseNamed('one'), controller)
    await expect(conversation.say(saying('never answer'), controller.signal)).rejects.toMatchObject({
      code: 'timeout',
      message: 'Case one: the agent took longer than 0.05 s',
      retryable: false,
    })
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('aborts the agent’s own signal', async () => {
    const signals: AbortSignal[] = []
    const target = functionTarget((_text, context) => {
      signals.push(context.signal)
      return new Promise(() => {})
    })
    const { signal } = new AbortController()
    const conversation = await withTimeout(target, 20).open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('hi'), signal)).rejects.toThrow('took longer')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('closes a conversation that opens too late', async () => {
    let closed = 0
    const slow: Target = {
      name: 'slow',
      async open() {
        await wait(100)
        return {
          say: async () => undefined,
          async close() {
            closed += 1
          },
        }
      },
    }
    const { signal } = new AbortController()
    await expect(withTimeout(slow, 20).open(caseNamed('one'), { signal })).rejects.toMatchObject({ code: 'timeout' })
    await wait(150)
    expect(closed).toBe(1)
  })

  it('keeps what the target says about itself', () => {
    const recorded = recordedTarget({ transcripts: async function* () {} })
    expect(withTimeout(recorded, 10)).toMatchObject({ name: 'recorded', continues: true, recorded: true })
    expect(
      withTimeout(
        functionTarget(() => 'x', { name: 'n' }),
        10,
      ),
    ).toMatchObject({ name: 'n', continues: true })
  })
})

function counting(): Target {
  return functionTarget((text, { history }) =>
    text === 'never answer' ? new Promise(() => {}) : `${history.length + 1}: ${text}`,
  )
}
